import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ActionName, Actions } from '../actions/actions.ts';
import { formatShortcut } from '../actions/shortcut.ts';
import type { CatalogueApi } from '../api/api.ts';
import type { IconName } from '../components/icon.tsx';
import type { ModelLink } from '../features/browse/cards/model-marks.ts';
import type { CollectionsStore } from '../features/browse/store/collections-store.ts';
import type { PaletteEntry } from '../features/palette/find-entries.ts';
import { Palette } from '../features/palette/palette.tsx';
import { ShortcutSheet } from '../features/palette/shortcut-sheet.tsx';
import { t } from '../text/text.ts';
import type { Navigation } from './navigation.ts';
import { formatRoute, type Route } from './route.ts';

type OverlayName = 'palette' | 'shortcuts';
export type OverlayStore = StoreApi<{ readonly shown: OverlayName | null }>;

export const createOverlayStore = (): OverlayStore => createStore(() => ({ shown: null }));

/** Shows an overlay, but never above a modal dialog, which must be answered first. */
export function showOverlay(store: OverlayStore, shown: OverlayName): void {
  if (document.querySelector('dialog[open]') === null) store.setState({ shown });
}

export type OfferedPage = { readonly label: string; readonly icon: IconName; readonly route: Route };

type OverlaysProps = {
  readonly store: OverlayStore;
  readonly api: CatalogueApi;
  readonly navigation: Navigation;
  readonly actions: Actions;
  readonly collections: CollectionsStore;
  readonly pages: readonly OfferedPage[];
  /** Sections of pages; the palette lists them last. */
  readonly parts?: readonly OfferedPage[];
  readonly isMac: boolean;
  readonly isSignedIn: boolean;
  /** True if the app's shortcuts work, rather than the browser's. */
  readonly hasAccelerators: boolean;
  readonly openModel: (model: ModelLink) => void;
};

const shownModels = 6;

export function Overlays(props: OverlaysProps) {
  const { store, api, actions, isMac, hasAccelerators, openModel } = props;
  const shown = useStore(store, (state) => state.shown);
  const close = () => store.setState({ shown: null });
  const keysOf = useCallback(
    (name: ActionName) => {
      if (name === 'search.focus') return '/';
      const shortcut = actions[name]?.shortcut ?? null;
      const isOurs = hasAccelerators || name === 'palette.open' || name === 'shortcuts.show';
      return shortcut === null || !isOurs ? undefined : formatShortcut(shortcut, isMac);
    },
    [actions, hasAccelerators, isMac],
  );
  const findModels = useCallback(
    async (q: string, signal: AbortSignal) => {
      const { results } = await api.call('search', { q, limit: shownModels }, { signal });
      return results.map(
        (model): PaletteEntry => ({
          ...{ id: model.guid, label: model.title, kind: t('palette.model'), icon: 'cube' },
          perform: () => openModel(model),
        }),
      );
    },
    [api, openModel],
  );
  if (shown === 'palette') return <PaletteOfAll {...props} {...{ keysOf, findModels, close }} />;
  if (shown === null) return null;
  const everywhere = Object.values(actions).flatMap(({ name }) => {
    const keys = keysOf(name);
    return keys === undefined ? [] : [{ label: t(`actions.${name}`), keys }];
  });
  return <ShortcutSheet everywhere={everywhere} onClose={close} />;
}

/** Hides sign-in or sign-out, whichever does not apply. */
function isOffered(name: ActionName, isSignedIn: boolean): boolean {
  if (name === 'session.signIn') return !isSignedIn;
  if (name === 'session.signOut') return isSignedIn;
  return name !== 'palette.open' && (!name.startsWith('go.') || name === 'go.back');
}

const none: readonly OfferedPage[] = [];

type PaletteOfAllProps = OverlaysProps & {
  readonly keysOf: (name: ActionName) => string | undefined;
  readonly findModels: (words: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
  readonly close: () => void;
};

function PaletteOfAll(props: PaletteOfAllProps) {
  const {
    pages,
    parts = none,
    actions,
    collections,
    navigation,
    isSignedIn,
    keysOf,
    findModels,
    close,
  } = props;
  const kept = useStore(collections, (state) => state.collections);
  const entries = useMemo(() => {
    const toEntry = ({ label, icon, route }: OfferedPage): PaletteEntry => ({
      ...{ id: `page-${formatRoute(route)}`, label, icon, kind: t('palette.page') },
      perform: () => navigation.go(route),
    });
    return [
      ...pages.map(toEntry),
      ...kept.map(
        ({ id, name }): PaletteEntry => ({
          ...{ id: `collection-${id}`, label: name, icon: 'collections', kind: t('palette.collection') },
          perform: () => navigation.go({ name: 'collection', id }),
        }),
      ),
      ...Object.values(actions)
        .filter(({ name }) => isOffered(name, isSignedIn))
        .map(({ name, perform }): PaletteEntry => {
          const keys = keysOf(name);
          return {
            ...{ id: name, label: t(`actions.${name}`), icon: 'next', kind: t('palette.actions'), perform },
            ...(keys !== undefined && { keys }),
          };
        }),
      ...parts.map(toEntry),
    ];
  }, [pages, parts, kept, actions, navigation, isSignedIn, keysOf]);
  return <Palette entries={entries} findModels={findModels} onClose={close} />;
}

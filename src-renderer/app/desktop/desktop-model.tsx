import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { LookedAt } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeepButtons } from '../../features/browse/cards/keep-buttons.tsx';
import { emptySelection, type Selection } from '../../features/browse/store/selection.ts';
import { ModelNotes } from '../../features/library/notes/model-notes.tsx';
import { EarlierVersions } from '../../features/model/earlier-versions.tsx';
import { ModelPage } from '../../features/model/model-page.tsx';
import { listSceneFiles } from '../../features/model/store/file-choice.ts';
import type { ModelAddress, ModelState } from '../../features/model/store/model-store.ts';
import { t } from '../../text/text.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import { formatRoute } from '../route.ts';
import type { DesktopContext } from './desktop-context.ts';
import { DesktopFiles } from './desktop-files.tsx';

/** Milliseconds after which a user counts as viewing a model rather than passing by. */
const lookedAtAfter = 1200;

/** Returns the public GLB of a model; null if there is none, or more than one. */
function findPublicGlb(details: ModelState['details']): LookedAt | null {
  const lightest = details?.topologies.find(({ lod }) => lod === '1k');
  const [file, other] = (lightest ? listSceneFiles(lightest) : []).filter(({ format }) => format === 'glb');
  if (file === undefined || other !== undefined) return null;
  const { guid, relativePath, sizeBytes, sha256 } = file;
  return { guid, relativePath, sizeBytes, sha256 };
}

/** Reports a model once the user has viewed it for a moment. */
function useLookAhead(details: ModelState['details'], onLook: (wanted: LookedAt) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model, or another version of it
  useEffect(() => {
    const wanted = findPublicGlb(details);
    if (wanted === null) return;
    const timer = setTimeout(() => onLook(wanted), lookedAtAfter);
    return () => clearTimeout(timer);
  }, [details]);
}

type DesktopModelProps = {
  readonly context: DesktopContext;
  readonly address: ModelAddress & { readonly search?: string };
};

export function DesktopModel({ context, address }: DesktopModelProps) {
  const { stores, navigation } = context;
  const details = useStore(stores.model, (state) => state.details);
  // A file that cannot be prefetched is fetched when it is needed.
  useLookAhead(details, (wanted) => void context.api.call('ahead.look', wanted).catch(() => undefined));
  const browseWith = (part: Partial<Selection>) => {
    stores.browse.getState().select({ ...emptySelection, ...part });
    navigation.go(toBrowseRoute(stores.browse));
  };
  return (
    <ModelPage
      store={stores.model}
      address={address}
      onBack={navigation.back}
      onTag={(tag) => browseWith({ tags: [tag] })}
      onCategory={(category) => browseWith({ categories: [category] })}
      hrefOf={context.hrefOfModel}
      view={new URLSearchParams(address.search).get('view')}
      renderKeep={(model) => (
        <KeepButtons model={model} favourites={stores.favourites} collections={stores.collections} />
      )}
      renderNotes={(guid) => (
        <ModelNotes store={stores.notes} guid={guid} hint={t('library.notes.noteHint')} />
      )}
      renderVersions={({ guid }) => (
        <EarlierVersions
          key={guid}
          load={async () => (await context.api.call('keptVersions', { guid })).versions}
          open={() => context.openServerPage(formatRoute({ name: 'model', segment: guid, guid }))}
        />
      )}
      renderOwned={(guid) => <Owned context={context} guid={guid} />}
      renderFiles={(model) => <DesktopFiles key={model.guid} context={context} details={model} />}
    />
  );
}

function Owned({ context, guid }: { readonly context: DesktopContext; readonly guid: string }) {
  const { library } = context.stores;
  const model = useStore(library, (state) => state.library?.models.find((one) => one.guid === guid));
  if (model === undefined) return null;
  return (
    <p className="row middle gap-2 good">
      <Icon name="disk" /> {t('common.inYourLibrary')}
      <Button variant="quiet" icon="folder" onClick={() => void library.getState().reveal(guid, null)}>
        {t('common.showInFolder')}
      </Button>
    </p>
  );
}

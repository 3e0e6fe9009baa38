import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { isActionName } from '../../actions/actions.ts';
import { createDesktopApi, type DesktopBridge } from '../../api/desktop-api.ts';
import { type Platform, PlatformContext } from '../../components/platform.ts';
import { openStoredList } from '../../data/stored-list.ts';
import { createVisits } from '../../features/browse/home/visits.ts';
import { InLanguage } from '../../text/in-language.tsx';
import { findShown, followTexts } from '../../text/text.ts';
import { followCatalogue } from '../follow-catalogue.ts';
import { followFrame, followPerson } from '../follow-page.ts';
import { createNavigation } from '../navigation.ts';
import { createOverlayStore } from '../overlays.tsx';
import { connectStores } from './connect-stores.ts';
import { createDesktopActions } from './create-desktop-actions.ts';
import { createDesktopStores, nameOfServer } from './create-desktop-stores.ts';
import { DesktopApp } from './desktop-app.tsx';
import type { DesktopContext } from './desktop-context.ts';
import { createLinkStore } from './link-store.ts';
import { mayPublish } from './may-publish.ts';

export function startDesktop(bridge: DesktopBridge, root: HTMLElement): void {
  const api = createDesktopApi(bridge);
  const isMac = navigator.platform.startsWith('Mac');
  const stores = createDesktopStores(api, openStoredList);
  const navigation = createNavigation({ window, mode: 'hash' });
  const searchInput = createRef<HTMLInputElement>();
  const focusSearch = () => {
    searchInput.current?.focus();
    searchInput.current?.select();
  };
  const overlays = createOverlayStore();
  const actions = createDesktopActions({ stores, navigation, overlays, focusSearch });
  const context: DesktopContext = {
    api,
    stores,
    navigation,
    actions,
    announcements: connectStores(stores),
    searchInput,
    overlays,
    isMac,
    links: createLinkStore(api, navigation),
    hrefOfModel: ({ guid }) => navigation.hrefOf({ name: 'model', segment: guid, guid }),
    openServerPage: (path) => {
      const { server } = stores.server.getState();
      const base = server?.url ?? null;
      if (base !== null) void api.call('app.openLink', { url: `${base.replace(/\/$/, '')}${path}` });
    },
    openModel: ({ guid }) => navigation.go({ name: 'model', segment: guid, guid }),
  };
  const platform: Platform = {
    kind: 'desktop',
    isMac,
    copyText: async (text) => {
      await api.call('app.copyText', { text });
    },
  };

  followFrame({ browse: stores.browse, navigation, actions, isMac, hasAccelerators: true });
  api.on('action.requested', (name) => {
    if (isActionName(name)) actions[name]?.perform();
  });
  const isElsewhere = () => stores.server.getState().server?.status !== 'ready';
  const findServer = () => nameOfServer(stores.server.getState().server) ?? '';
  const visits = createVisits(openStoredList('lodestock.visits'), findServer);
  const follower = followCatalogue({ api, ...stores, visits, document, isElsewhere });
  stores.server.subscribe(({ server: now }, { server: before }) => {
    if (now?.url !== before?.url) follower.forget();
  });
  stores.approvals.subscribe(({ waiting }, before) => {
    // A request was decided in the browser, so the balance may change soon.
    if (waiting.length < before.waiting.length) void stores.session.getState().refreshAccount();
  });
  const { session } = stores;
  const person = {
    isSignedIn: () => session.getState().session?.status === 'signed-in',
    onSession: session.subscribe,
    mayPublish: () => mayPublish(session.getState()),
  };
  followPerson({ ...stores, addFiles: stores.outbox.getState().add }, person, navigation);
  // Menus, dialogs and notifications of the system use the language of the pages.
  const speak = () => api.call('app.speak', { language: findShown() }).catch(() => {});
  followTexts(() => void speak());
  void speak();
  loadAll(stores);
  createRoot(root).render(
    <PlatformContext value={platform}>
      <InLanguage>
        <DesktopApp context={context} />
      </InLanguage>
    </PlatformContext>,
  );
}

function loadAll(stores: DesktopContext['stores']): void {
  const names = [
    'settings',
    'server',
    'session',
    'downloads',
    'library',
    'libraries',
    'handOver',
    'updates',
  ] as const;
  for (const name of names) void stores[name].getState().load();
  stores.outbox
    .getState()
    .load()
    .catch(() => {}); // the publish page asks again and shows the reason
}

import { createRef, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createActions } from '../../actions/actions.ts';
import { listenForShortcuts } from '../../actions/listen-for-shortcuts.ts';
import type { WebApi } from '../../api/api.ts';
import { createWebApi } from '../../api/web-api.ts';
import { type Platform, PlatformContext } from '../../components/platform.ts';
import { createWebSessionStore } from '../../features/account/web-session-store.ts';
import { createApprovalsStore } from '../../features/approvals/approvals-store.ts';
import { createBrowseStore } from '../../features/browse/browse-store.ts';
import { drawnPictures } from '../../features/browse/card-picture.tsx';
import type { ModelLink } from '../../features/browse/model-marks.ts';
import { createNewsStore } from '../../features/browse/news-store.ts';
import { createAccountNotesStore } from '../../features/library/account-notes-store.ts';
import { createModelStore } from '../../features/model/model-store.ts';
import { createKeptWishes } from '../../features/publish/kept-wishes.ts';
import { createPublishStore } from '../../features/publish/publish-store.ts';
import { createWebOutbox } from '../../features/publish/web-outbox.ts';
import { createPart } from '../../lib/part.ts';
import { sitePath } from '../../lib/site-path.ts';
import { openStoredList } from '../../lib/stored-list.ts';
import { InLanguage } from '../../text/in-language.tsx';
import { connectSelection, toBrowseRoute } from '../connect-selection.ts';
import { fetchAhead } from '../fetch-ahead.ts';
import { followApprovals } from '../follow-approvals.ts';
import { followCatalogue } from '../follow-catalogue.ts';
import { followDrops } from '../follow-drops.ts';
import { followLinks } from '../follow-links.ts';
import { followSearches } from '../follow-searches.ts';
import { goBackOnEscape } from '../go-back-on-escape.ts';
import { createKeptPlace } from '../kept-place.ts';
import { createKeptStores, showListsOf } from '../kept-stores.ts';
import { createNavigation } from '../navigation.ts';
import { createOverlayStore, showOverlay } from '../overlays.tsx';
import type { Route } from '../route.ts';
import { createShownPage } from '../shown-page.ts';
import { applyTheme, findNextTheme, readTheme } from '../theme.ts';
import { adviseOnPosters } from './advise-on-posters.ts';
import { askForSignIn } from './ask-for-sign-in.ts';
import { fetchLater } from './fetch-later.ts';
import { followTitle } from './follow-title.ts';
import { handInPosters } from './hand-in-posters.ts';
import { mayPublish } from './may-publish.ts';
import { WebApp } from './web-app.tsx';
import type { WebContext } from './web-context.ts';
import { createFindPart, createWebParts, type WebParts } from './web-parts.ts';

/** Makes everything the page needs, once, and shows it. */
export function startWeb(root: HTMLElement): void {
  const api = createWebApi((address, init) => window.fetch(`${sitePath}${address}`, init));
  const navigation = createNavigation({ window, mode: 'path' });
  const parts = createWebParts();
  const findPart = createFindPart(parts);
  const shown = createShownPage(navigation, findPart);
  const stores = createWebStores(api);
  askForSignIn(stores, navigation);
  const searchInput = createRef<HTMLInputElement>();
  const overlays = createOverlayStore();
  const actions = createActions({
    'palette.open': () => showOverlay(overlays, 'palette'),
    'shortcuts.show': () => showOverlay(overlays, 'shortcuts'),
    'go.browse': () => navigation.go(toBrowseRoute(stores.browse)),
    'go.back': navigation.back,
    'search.focus': () => searchInput.current?.focus(),
    'theme.toggle': () => applyTheme(findNextTheme(readTheme())),
    'session.signOut': () => void stores.session.getState().signOut(),
  });
  const context: WebContext = {
    api,
    stores,
    modelView: parts.view,
    navigation,
    shown,
    actions,
    searchInput,
    overlays,
    hrefOfModel: (model) => navigation.hrefOf(toModelRoute(model)),
    openModel: (model) => navigation.go(toModelRoute(model)),
  };
  const isMac = navigator.platform.startsWith('Mac');
  const copyText = (text: string) => navigator.clipboard.writeText(text);
  const platform: Platform = { kind: 'web', isMac, copyText };

  followLinks(document, navigation);
  fetchAhead({ document, findPart });
  goBackOnEscape(window, navigation);
  listenForShortcuts({ target: window, actions, isMac, hasAccelerators: false });
  connectSelection(
    stores.browse,
    navigation,
    createKeptPlace(() => window.sessionStorage),
  );
  followTitle({ stores, navigation, document });
  const page = (
    <PlatformContext value={platform}>
      <InLanguage>
        <WebApp context={context} parts={parts} />
      </InLanguage>
    </PlatformContext>
  );
  const view = createRoot(root);
  // In slices, and before everything that can wait, so that a slow phone answers in between.
  startTransition(() => view.render(page));
  setTimeout(() => followLater(context, parts));
}

/** What is under way next to the page that is shown. */
function followLater({ api, stores, navigation }: WebContext, parts: WebParts): void {
  followCatalogue({ api, ...stores, document });
  followSearches(stores);
  adviseOnPosters(api, stores);
  handInPosters({ api, session: stores.session, drawn: drawnPictures });
  fetchLater(parts, stores.session, window);
  void stores.session.getState().load();
  followApprovals({
    approvals: stores.approvals,
    isSignedIn: () => stores.session.getState().user !== null,
    onSession: stores.session.subscribe,
    document,
  });
  followDrops({
    target: window,
    outbox: stores.outbox,
    mayPublish: () => mayPublish(stores.session.getState()),
    showPublish: () => navigation.go({ name: 'publish' }),
  });
}

function toModelRoute({ guid, slug }: ModelLink): Route {
  return { name: 'model', segment: slug === '' ? guid : `${guid}-${slug}`, guid };
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const sendRaw = (address: string, init: RequestInit) => window.fetch(`${sitePath}${address}`, init);

/** Most people never send a file. */
const hashing = createPart(() => import('../../features/publish/hash-file.ts'));
const sending = createPart(() => import('../../features/publish/send-file.ts'));

function createWebStores(api: WebApi): WebContext['stores'] {
  const session = createWebSessionStore(api);
  const loadPricing = async (guid: string) => {
    if (session.getState().user === null) return null;
    const { pricing } = await api.call('agentFormats', { guid });
    return pricing;
  };
  const model = createModelStore({ api, loadPricing });
  const outbox = createWebOutbox({
    ...{ api, wait, kept: createKeptWishes(() => window.sessionStorage) },
    async hash(file, signal) {
      const { hashFile } = await hashing.load();
      return hashFile(file, signal);
    },
    async createSender(csrfToken) {
      const { createFileSender } = await sending.load();
      return createFileSender({ fetch: sendRaw, csrfToken, wait });
    },
  });
  const publish = createPublishStore({ api, outbox });
  session.subscribe(({ user }, before) => {
    if (user?.id === before.user?.id) return;
    model.getState().refreshPricing();
    publish.getState().startOver(before.user !== null);
  });
  const kept = createKeptStores(api, openStoredList);
  const notes = createAccountNotesStore(api);
  session.subscribe(({ user }, before) => {
    if (user?.id === before.user?.id) return;
    showListsOf(kept, user?.id ?? null);
    notes.setState({ notes: new Map(), error: null });
  });
  return {
    browse: createBrowseStore(api),
    news: createNewsStore(),
    ...kept,
    model,
    session,
    publish,
    outbox,
    notes,
    approvals: createApprovalsStore(api, api),
  };
}

import { listenForShortcuts } from '../actions/listen-for-shortcuts.ts';
import type { ApprovalsStore } from '../features/approvals/approvals-store.ts';
import { toSavedQuery } from '../features/browse/searches/saved-query.ts';
import type { SearchesStore } from '../features/browse/searches/searches-store.ts';
import type { BrowseStore } from '../features/browse/store/browse-state.ts';
import type { NewsStore } from '../features/browse/store/news-store.ts';
import { type Chosen, readDropped } from '../features/publish/dropped-files.ts';
import { withoutSite } from '../lib/site-path.ts';
import { connectSelection } from './connect-selection.ts';
import { createKeptPlace } from './kept-place.ts';
import type { Navigation } from './navigation.ts';
import { parseRoute, type Route } from './route.ts';

/** Turns clicks on links to our own pages into navigation without a reload; downloads and other sites stay links. */
function followLinks(navigation: Navigation): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const route = findLinkedRoute(event);
    if (route === null) return;
    event.preventDefault();
    navigation.go(route);
  });
}

/** Returns the page of ours that the hovered or focused link leads to. */
export function findLinkedRoute({ target }: Event): Route | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== link.ownerDocument.location.origin) return null;
  const isHash = link.hash.startsWith('#/');
  const path = withoutSite(link.pathname);
  if (path === null) return null;
  const route = parseRoute(isHash ? link.hash.slice(1) : path + link.search);
  return route.name === 'not-found' ? null : route;
}

/** Leaves a model on Escape; dialogs and the search field handle the key first. */
function goBackOnEscape(navigation: Navigation): void {
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (navigation.store.getState().route.name !== 'model') return;
    if (document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    navigation.back();
  });
}

type Stores = {
  readonly approvals: ApprovalsStore;
  readonly browse: BrowseStore;
  readonly news: NewsStore;
  /** Uploads files to be published. */
  readonly addFiles: (chosen: readonly Chosen[]) => unknown;
  readonly searches: SearchesStore;
};
type FollowedPerson = {
  readonly isSignedIn: () => boolean;
  /** Calls the listener when the user signs in or out. */
  readonly onSession: (listener: () => void) => unknown;
  readonly mayPublish: () => boolean;
};

const every = 4000;

/** Polls for agents' pending requests while a signed-in user views the page. */
function followApprovals(approvals: ApprovalsStore, { isSignedIn, onSession }: FollowedPerson): void {
  const look = () => {
    const signedIn = isSignedIn();
    if (!signedIn) approvals.getState().clear();
    if (signedIn && document.visibilityState === 'visible') void approvals.getState().refresh();
  };
  onSession(look);
  setInterval(look, every);
  document.addEventListener('visibilitychange', look);
  look();
}

/**
 * Accepts files and folders dropped anywhere on the window, to be published. For users who may not publish, it ignores
 * them, so that a stray file does not replace the page.
 */
function followDrops(addFiles: Stores['addFiles'], mayPublish: () => boolean, navigation: Navigation): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  window.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    const { dataTransfer } = event;
    // The page's own drop zone has already taken them.
    if (dataTransfer === null || !hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (!mayPublish()) return;
    void readDropped(dataTransfer).then(addFiles);
    navigation.go({ name: 'publish' });
  });
}

/** Marks what a saved search finds as seen once it is shown, and checks for new results whenever models arrive. */
function followSearches({ searches, browse, news }: Stores): void {
  browse.subscribe(({ selection, status }, before) => {
    const isShown = status === 'ready' && (before.status !== 'ready' || selection !== before.selection);
    if (isShown) void searches.getState().look(toSavedQuery(selection));
  });
  news.subscribe(({ added }, before) => {
    if (added > before.added) void searches.getState().check();
  });
  void searches.getState().check();
}

type Frame = Pick<Parameters<typeof listenForShortcuts>[0], 'actions' | 'isMac' | 'hasAccelerators'> & {
  readonly browse: BrowseStore;
  readonly navigation: Navigation;
};

export function followFrame({ browse, navigation, ...keys }: Frame): void {
  followLinks(navigation);
  goBackOnEscape(navigation);
  listenForShortcuts({ target: window, ...keys });
  connectSelection(
    browse,
    navigation,
    createKeptPlace(() => window.sessionStorage),
  );
}

/** Follows the requests and messages that wait for the user. */
export function followPerson(stores: Stores, person: FollowedPerson, navigation: Navigation): void {
  followSearches(stores);
  followApprovals(stores.approvals, person);
  followDrops(stores.addFiles, person.mayPublish, navigation);
}

import { createRef, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createActions } from '../../actions/actions.ts';
import type { Api } from '../../api/api.ts';
import { createWebApi } from '../../api/web-api.ts';
import { type Platform, PlatformContext } from '../../components/platform.ts';
import { openStoredList } from '../../data/stored-list.ts';
import { drawnPictures } from '../../features/browse/cards/card-picture.tsx';
import type { ModelLink } from '../../features/browse/cards/model-marks.ts';
import { createVisits } from '../../features/browse/home/visits.ts';
import type { Chosen } from '../../features/publish/dropped-files.ts';
import { noteHasPrices } from '../../lib/has-prices.ts';
import { sitePath } from '../../lib/site-path.ts';
import { InLanguage } from '../../text/in-language.tsx';
import { toBrowseRoute } from '../connect-selection.ts';
import { fetchAhead } from '../fetch-ahead.ts';
import { followCatalogue } from '../follow-catalogue.ts';
import { followFrame, followPerson } from '../follow-page.ts';
import { createNavigation } from '../navigation.ts';
import { createOverlayStore, showOverlay } from '../overlays.tsx';
import type { Route } from '../route.ts';
import { createShownPage } from '../shown-page.ts';
import { applyTheme, findNextTheme, readTheme } from '../theme.ts';
import { askForSignIn } from './ask-for-sign-in.ts';
import { createWebStores } from './create-web-stores.ts';
import { followTitle } from './follow-title.ts';
import { handInPosters } from './hand-in-posters.ts';
import { mayPublish } from './may-publish.ts';
import { WebApp } from './web-app.tsx';
import type { WebContext } from './web-context.ts';
import { createFindPart, createWebParts } from './web-parts.ts';

/** Tells admins in the catalogue why posters are missing. */
function adviseOnPosters(
  api: Api<'posterStatus'>,
  { news, session }: Pick<WebContext['stores'], 'news' | 'session'>,
): void {
  const ask = async () => {
    if (session.getState().user?.role !== 'admin') return news.setState({ postersWait: null });
    const { mode, message, sentence, waiting } = await api.call('posterStatus');
    news.setState({ postersWait: mode === 'waiting' && waiting > 0 ? (sentence ?? message) : null });
  };
  session.subscribe(({ user }, before) => {
    if (user?.role !== before.user?.role) ask().catch(() => undefined); // the admin pages show it too
  });
}

export function startWeb(root: HTMLElement): void {
  noteHasPrices(document.documentElement.dataset.prices !== 'off');
  const api = createWebApi((address, init) => window.fetch(`${sitePath}${address}`, init));
  const navigation = createNavigation({ window, mode: 'path' });
  const stores = createWebStores(api);
  const parts = createWebParts(stores.publishing);
  const findPart = createFindPart(parts);
  const shown = createShownPage(navigation, findPart);
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

  followFrame({ browse: stores.browse, navigation, actions, isMac, hasAccelerators: false });
  fetchAhead({ document, findPart });
  followTitle({ stores, navigation, document });
  const page = (
    <PlatformContext value={platform}>
      <InLanguage>
        <WebApp context={context} parts={parts} />
      </InLanguage>
    </PlatformContext>
  );
  const view = createRoot(root);
  // As a transition, and before all that can wait, so that slow phones stay responsive.
  startTransition(() => view.render(page));
  setTimeout(() => followLater(context));
}

/** Starts background work that is not needed for the first render. */
function followLater({ api, stores, navigation }: WebContext): void {
  const visits = createVisits(openStoredList('lodestock.visits'), () => sitePath);
  followCatalogue({ api, ...stores, visits, document });
  adviseOnPosters(api, stores);
  handInPosters({ api, session: stores.session, drawn: drawnPictures });
  void stores.session.getState().load();
  const { session } = stores;
  const person = {
    isSignedIn: () => session.getState().user !== null,
    onSession: session.subscribe,
    mayPublish: () => mayPublish(session.getState()),
  };
  const addFiles = async (chosen: readonly Chosen[]) => {
    const { outbox } = await stores.publishing.load();
    outbox.getState().add(chosen);
  };
  followPerson({ ...stores, addFiles }, person, navigation);
}

function toModelRoute({ guid, slug }: ModelLink): Route {
  return { name: 'model', segment: slug === '' ? guid : `${guid}-${slug}`, guid };
}

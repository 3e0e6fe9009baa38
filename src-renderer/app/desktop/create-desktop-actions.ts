import { type Actions, createActions } from '../../actions/actions.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import type { Navigation } from '../navigation.ts';
import { type OverlayStore, showOverlay } from '../overlays.tsx';
import { findOppositeTheme } from '../theme.ts';
import type { DesktopStores } from './create-desktop-stores.ts';

type Options = {
  readonly stores: DesktopStores;
  readonly navigation: Navigation;
  readonly overlays: OverlayStore;
  readonly focusSearch: () => void;
};

export function createDesktopActions({ stores, navigation, overlays, focusSearch }: Options): Actions {
  const { browse, downloads, library, model, server, session, settings, starters } = stores;
  return createActions({
    'palette.open': () => showOverlay(overlays, 'palette'),
    'shortcuts.show': () => showOverlay(overlays, 'shortcuts'),
    'go.browse': () => navigation.go(toBrowseRoute(browse)),
    'go.library': () => navigation.go({ name: 'library' }),
    'go.downloads': () => navigation.go({ name: 'downloads' }),
    'go.plugins': () => navigation.go({ name: 'plugins' }),
    'go.settings': () => navigation.go({ name: 'settings' }),
    'go.back': navigation.back,
    'search.focus': focusSearch,
    'view.reload': () => {
      if (navigation.store.getState().route.name === 'model') model.getState().reload();
      browse.getState().refresh();
      void Promise.all([
        server.getState().load(),
        library.getState().load(),
        downloads.getState().load(),
        starters.getState().load(),
        session.getState().refreshAccount(),
      ]);
    },
    'theme.toggle': () => {
      const theme = settings.getState().settings?.theme ?? 'system';
      void settings.getState().update({ theme: findOppositeTheme(theme) });
    },
    'session.signIn': () => void session.getState().signIn(),
    'session.signOut': () => void session.getState().signOut(),
  });
}

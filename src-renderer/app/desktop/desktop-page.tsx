import { useMemo } from 'react';
import { useStore } from 'zustand';
import { formatShortcut } from '../../actions/shortcut.ts';
import { DesktopAccountPage } from '../../features/account/desktop-account-page.tsx';
import { DownloadsPage } from '../../features/downloads/downloads-page.tsx';
import { LibraryPage } from '../../features/library/library-page.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { PluginsPage } from '../../features/starters/plugins-page.tsx';
import { SendTo } from '../../features/starters/send-to.tsx';
import { t } from '../../text/text.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import type { Route } from '../route.ts';
import { DesktopBrowse, DesktopFavourites } from './desktop-browse.tsx';
import type { DesktopContext } from './desktop-context.ts';
import { DesktopModel } from './desktop-model.tsx';

type DesktopPageProps = { readonly context: DesktopContext; readonly route: Route };

export function DesktopPage({ context, route }: DesktopPageProps) {
  const { stores, actions, navigation, hrefOfModel } = context;
  const hrefOfGuid = (guid: string) => hrefOfModel({ guid });
  const reveal = (guid: string, relativePath: string) =>
    void stores.library.getState().reveal(guid, relativePath);
  switch (route.name) {
    case 'browse':
      return <DesktopBrowse context={context} />;
    case 'favourites':
      return <DesktopFavourites context={context} />;
    case 'model':
      return <DesktopModel context={context} address={route} />;
    case 'library':
      return (
        <LibraryPage
          store={stores.library}
          onBrowse={() => actions['go.browse']?.perform()}
          hrefOf={hrefOfGuid}
          renderSend={(file) => (
            <SendTo store={stores.handOver} file={file} onPlugins={() => actions['go.plugins']?.perform()} />
          )}
        />
      );
    case 'plugins':
      return <DesktopPlugins context={context} />;
    case 'downloads':
      return <DownloadsPage store={stores.downloads} onReveal={reveal} hrefOf={hrefOfGuid} />;
    case 'account':
      return (
        <DesktopAccountPage
          store={stores.session}
          unlocks={stores.unlocks}
          hrefOf={hrefOfGuid}
          onSignIn={() => actions['session.signIn']?.perform()}
          onManage={() => context.openServerPage('/account')}
        />
      );
    case 'settings':
      return <DesktopSettings context={context} />;
    default:
      return <NotFoundPage homeHref={navigation.hrefOf({ name: 'browse', search: '' })} />;
  }
}

function DesktopPlugins({ context: { stores } }: { readonly context: DesktopContext }) {
  const serverUrl = useStore(stores.server, ({ server }) => server?.url ?? null);
  return <PluginsPage store={stores.starters} handOver={stores.handOver} serverUrl={serverUrl} />;
}

function DesktopSettings({ context }: { readonly context: DesktopContext }) {
  const { stores, actions, isMac } = context;
  const server = useStore(stores.server, (state) => state.server);
  const keychain = useStore(stores.session, (state) => state.session?.keychain ?? null);
  const shortcuts = useMemo(
    () =>
      Object.values(actions).flatMap(({ name, shortcut }) => {
        if (shortcut === null) return [];
        const keys = name === 'search.focus' ? '/' : formatShortcut(shortcut, isMac);
        return [{ label: t(`actions.${name}`), keys }];
      }),
    [actions, isMac],
  );
  return (
    <SettingsPage
      store={stores.settings}
      server={server}
      onRestart={() => void stores.server.getState().restart()}
      keychain={keychain}
      shortcuts={shortcuts}
    />
  );
}

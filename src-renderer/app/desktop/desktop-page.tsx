import { useStore } from 'zustand';
import { DesktopAccountPage } from '../../features/account/desktop-account-page.tsx';
import { DownloadsPage } from '../../features/downloads/downloads-page.tsx';
import { HoldNotice } from '../../features/downloads/hold-notice.tsx';
import { LibraryPage } from '../../features/library/library-page.tsx';
import { PublishPage } from '../../features/publish/publish-page.tsx';
import { UploadsNote } from '../../features/publish/uploads-note.tsx';
import { OwnServerPage } from '../../features/settings/server/own-server-page.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { PluginsPage } from '../../features/starters/plugins-page.tsx';
import { SendTo } from '../../features/starters/send-to.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import type { Route } from '../route.ts';
import { DesktopBrowse, DesktopCollections, DesktopFavourites } from './desktop-browse.tsx';
import type { DesktopContext } from './desktop-context.ts';
import { DesktopModel } from './desktop-model.tsx';
import { DesktopUpdate } from './desktop-update.tsx';
import { mayPublish } from './may-publish.ts';

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
    case 'collections':
      return <DesktopCollections context={context} id={null} />;
    case 'collection':
      return <DesktopCollections context={context} id={route.id} />;
    case 'model':
      return <DesktopModel context={context} address={route} />;
    case 'library':
      return (
        <LibraryPage
          store={stores.library}
          care={stores.care}
          notes={stores.notes}
          onBrowse={() => actions['go.browse']?.perform()}
          onOpen={(guid) => navigation.go({ name: 'model', segment: guid, guid, search: 'view=' })}
          hrefOf={hrefOfGuid}
          renderSend={(file) => (
            <SendTo store={stores.handOver} file={file} onPlugins={() => actions['go.plugins']?.perform()} />
          )}
          onDrag={(items) => context.api.call('library.drag', { items })}
          onSave={(name, text) => context.api.call('app.saveText', { name, text })}
          onRepair={(files) => {
            for (const file of files) void stores.downloads.getState().add(file);
            actions['go.downloads']?.perform();
          }}
          renderUpdate={(models, onClose) => (
            <DesktopUpdate context={context} models={models} onClose={onClose} />
          )}
        />
      );
    case 'plugins':
      return <DesktopPlugins context={context} />;
    case 'downloads':
      return (
        <DownloadsPage
          store={stores.downloads}
          onReveal={reveal}
          hrefOf={hrefOfGuid}
          browseHref={navigation.hrefOf({ name: 'browse', search: '' })}
          uploads={
            <UploadsNote outbox={stores.outbox} publishHref={navigation.hrefOf({ name: 'publish' })} />
          }
        />
      );
    case 'publish':
      return <DesktopPublish context={context} />;
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
      return <DesktopSettings context={context} at={route} />;
    case 'server':
      return <DesktopOwnServer context={context} />;
    default:
      return <NotFoundPage homeHref={navigation.hrefOf({ name: 'browse', search: '' })} />;
  }
}

function DesktopPublish({ context: { stores, hrefOfModel } }: { readonly context: DesktopContext }) {
  const hold = useStore(stores.downloads, (downloads) => downloads.hold);
  const { startAnyway } = stores.downloads.getState();
  const isPublisher = useStore(stores.session, mayPublish);
  const userName = useStore(stores.session, ({ session }) => session?.userName ?? '');
  return (
    <PublishPage
      key={userName}
      isPublisher={isPublisher}
      store={stores.publish}
      outbox={stores.outbox}
      hrefOf={(guid) => hrefOfModel({ guid })}
      hold={hold && <HoldNotice hold={hold} onStartAnyway={() => void startAnyway()} />}
    />
  );
}

function DesktopPlugins({ context: { stores } }: { readonly context: DesktopContext }) {
  const serverUrl = useStore(stores.server, ({ server }) => server?.url ?? null);
  return <PluginsPage store={stores.starters} handOver={stores.handOver} serverUrl={serverUrl} />;
}

function DesktopOwnServer({ context }: { readonly context: DesktopContext }) {
  const { stores, navigation, openServerPage } = context;
  const server = useStore(stores.server, (state) => state.server);
  return (
    <OwnServerPage
      store={stores.ownServer}
      settings={stores.settings}
      server={server}
      settingsHref={navigation.hrefOf({ name: 'settings' })}
      onOpenPage={openServerPage}
    />
  );
}

type DesktopSettingsProps = {
  readonly context: DesktopContext;
  readonly at: Extract<Route, { readonly name: 'settings' }>;
};

function DesktopSettings({ context, at }: DesktopSettingsProps) {
  const { stores, navigation } = context;
  const server = useStore(stores.server, (state) => state.server);
  const keychain = useStore(stores.session, (state) => state.session?.keychain ?? null);
  return (
    <SettingsPage
      store={stores.settings}
      updates={stores.updates}
      libraries={stores.libraries}
      server={server}
      onRestart={() => void stores.server.getState().restart()}
      keychain={keychain}
      ownServerHref={navigation.hrefOf({ name: 'server' })}
      at={at}
    />
  );
}

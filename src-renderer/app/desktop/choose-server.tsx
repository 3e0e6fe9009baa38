import { useStore } from 'zustand';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FirstRunPage } from '../../features/first-run/first-run-page.tsx';
import type { SettingsStore } from '../../features/settings/parts/settings-store.ts';
import { JoinLinkDialog } from '../../features/settings/server/join-link-dialog.tsx';
import { ServerForm } from '../../features/settings/server/server-form.tsx';
import { toInvitationPath } from '../../lib/invitation-link.ts';
import type { DesktopContext } from './desktop-context.ts';

/** True until the user has chosen a server. */
export const useIsFirstRun = (store: SettingsStore): boolean =>
  useStore(store, ({ settings }) => settings?.ownServer === null && settings.serverUrl === null);

export function DesktopFirstRun({ store }: { readonly store: SettingsStore }) {
  const error = useStore(store, (state) => state.error);
  const { join, discover, update, chooseModelsFolder } = store.getState();
  return (
    <FirstRunPage
      joinForm={<ServerForm url={null} onJoin={join} onFind={discover} />}
      problem={error !== null && <ErrorNotice error={error} />}
      onChooseModels={() => void chooseModelsFolder()}
      onLookAround={() => void update({ ownServer: 'demo' })}
    />
  );
}

/** Asks about a server that a link proposes. With an invitation, the server's sign-up page opens afterwards. */
export function AskedLink({
  context: { links, stores, openServerPage },
}: {
  readonly context: DesktopContext;
}) {
  const asked = useStore(links, (state) => state.asked);
  if (asked === null) return null;
  const openInvitation = () => {
    if (asked.invite === null) return;
    const path = toInvitationPath(asked.invite);
    const isThere = () => stores.server.getState().server?.url === asked.server;
    if (isThere()) return openServerPage(path);
    const stop = stores.server.subscribe(() => {
      if (!isThere()) return;
      stop();
      openServerPage(path);
    });
  };
  return (
    <JoinLinkDialog
      server={asked.server}
      onJoin={stores.settings.getState().join}
      onJoined={openInvitation}
      onClose={links.getState().forget}
    />
  );
}

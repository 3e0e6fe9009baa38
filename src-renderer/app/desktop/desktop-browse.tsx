import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { BrowsePage } from '../../features/browse/browse-page.tsx';
import { ServerNotice } from '../../features/self-host/server-notice.tsx';
import { t } from '../../text/text.ts';
import type { DesktopContext } from './desktop-context.ts';
import { DesktopSurvey } from './desktop-survey.tsx';

export function DesktopBrowse({ context }: { readonly context: DesktopContext }) {
  const { stores, actions, hrefOfModel, openModel } = context;
  const library = useStore(stores.library, (state) => state.library);
  const unlocked = useStore(stores.session, (state) => state.unlocked);
  const server = useStore(stores.server, (state) => state.server);
  const marks = useMemo(
    () => ({ inLibrary: new Set(library?.models.map(({ guid }) => guid)), unlocked }),
    [library, unlocked],
  );
  const offlineActions = (
    <>
      <Button icon="library" onClick={() => actions['go.library']?.perform()}>
        {t('shell.openLibrary')}
      </Button>
      <Button icon="settings" onClick={() => actions['go.settings']?.perform()}>
        {t('shell.serverSettings')}
      </Button>
    </>
  );
  const retry = () => {
    if (server?.kind === 'bundled') void stores.server.getState().restart();
    else stores.browse.getState().refresh();
  };
  const serverNotice =
    server === null || server.status === 'ready' ? null : (
      <ServerNotice server={server} onRetry={retry} actions={offlineActions} />
    );
  return (
    <BrowsePage
      store={stores.browse}
      marks={marks}
      news={stores.news}
      hrefOf={hrefOfModel}
      onOpen={openModel}
      serverNotice={serverNotice}
      offlineActions={offlineActions}
      resultActions={<DesktopSurvey context={context} />}
    />
  );
}

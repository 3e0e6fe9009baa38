import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { Button } from '../../components/button.tsx';
import { BrowsePage } from '../../features/browse/browse-page.tsx';
import { FavouritesPage } from '../../features/browse/favourites-page.tsx';
import { ModelView } from '../../features/model/model-view.tsx';
import { ServerNotice } from '../../features/self-host/server-notice.tsx';
import { t } from '../../text/text.ts';
import type { DesktopContext } from './desktop-context.ts';
import { DesktopSurvey } from './desktop-survey.tsx';

/** What every grid of models needs. */
function useGridParts({ api, stores, hrefOfModel, openModel }: DesktopContext) {
  const library = useStore(stores.library, (state) => state.library);
  const unlocked = useStore(stores.session, (state) => state.unlocked);
  const marks = useMemo(
    () => ({ inLibrary: new Set(library?.models.map(({ guid }) => guid)), unlocked }),
    [library, unlocked],
  );
  const look = useMemo(() => ({ api, renderView }), [api]);
  return { marks, look, favourites: stores.favourites, hrefOf: hrefOfModel, onOpen: openModel };
}

const renderView = (details: ModelDetails) => (
  <ModelView details={details} pricing={null} chosenLod={null} onLod={() => {}} place={null} />
);

export function DesktopFavourites({ context }: { readonly context: DesktopContext }) {
  return <FavouritesPage {...useGridParts(context)} store={context.stores.favouriteModels} />;
}

export function DesktopBrowse({ context }: { readonly context: DesktopContext }) {
  const { stores, actions } = context;
  const server = useStore(stores.server, (state) => state.server);
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
      {...useGridParts(context)}
      store={stores.browse}
      news={stores.news}
      serverNotice={serverNotice}
      offlineActions={offlineActions}
      resultActions={<DesktopSurvey context={context} />}
    />
  );
}

import { type ComponentProps, useCallback, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { Button } from '../../components/button.tsx';
import { BrowsePage } from '../../features/browse/browse-page.tsx';
import { useAsksOthers } from '../../features/browse/foreign/use-asks-others.ts';
import { FavouritesPage } from '../../features/browse/kept/favourites-page.tsx';
import { markModels } from '../../features/library/store/library-rows.ts';
import { ModelView } from '../../features/model/preview/model-view.tsx';
import { ServerNotice } from '../../features/self-host/server-notice.tsx';
import { t } from '../../text/text.ts';
import { AllCollections, createKeptLinks, OneCollection } from '../collection-pages.tsx';
import type { DesktopContext } from './desktop-context.ts';
import { DesktopFiles } from './desktop-files.tsx';
import { DesktopForeign } from './desktop-foreign.tsx';
import { DesktopSurvey, GuidsSurvey } from './desktop-survey.tsx';

function useGridParts(context: DesktopContext) {
  const { api, stores, hrefOfModel, openModel } = context;
  const library = useStore(stores.library, (state) => state.library);
  const unlocked = useStore(stores.session, (state) => state.unlocked);
  const serverUrl = useStore(stores.server, (state) => state.server?.url ?? null);
  const marks = useMemo(
    () => ({ inLibrary: markModels(library?.models ?? [], serverUrl), unlocked }),
    [library, serverUrl, unlocked],
  );
  const look = useMemo(
    () => ({
      ...{ api, renderView },
      renderFiles: (details: ModelDetails) => (
        <LookedFiles key={details.guid} context={context} details={details} />
      ),
    }),
    [api, context],
  );
  const { favourites, collections } = stores;
  const renderPickActions = useCallback(
    (guids: readonly string[]) => <GuidsSurvey context={context} guids={guids} />,
    [context],
  );
  const browseHref = context.navigation.hrefOf({ name: 'browse', search: '' });
  const links = { browseHref, hrefOf: hrefOfModel, onOpen: openModel };
  return { renderPickActions, marks, look, favourites, collections, ...links };
}

function LookedFiles(props: ComponentProps<typeof DesktopFiles>) {
  const { context, details } = props;
  useEffect(() => context.stores.model.getState().show(details), [context, details]);
  return <DesktopFiles {...props} />;
}

const renderView = (details: ModelDetails) => (
  <ModelView details={details} pricing={null} chosenLod={null} onLod={() => {}} place={null} />
);

export function DesktopFavourites({ context }: { readonly context: DesktopContext }) {
  return <FavouritesPage {...useGridParts(context)} store={context.stores.favouriteModels} />;
}

type DesktopCollectionsProps = {
  readonly context: DesktopContext;
  /** Null shows all. */
  readonly id: string | null;
};

export function DesktopCollections({ context, id }: DesktopCollectionsProps) {
  const { api, navigation } = context;
  const parts = { ...useGridParts(context), api, navigation };
  const { searches, browse } = context.stores;
  const signIn = <SignInButton context={context} />;
  if (id === null) return <AllCollections {...parts} {...{ searches, browse, signIn }} />;
  return (
    <OneCollection
      key={id}
      {...parts}
      id={id}
      signIn={signIn}
      renderActions={(guids) => <GuidsSurvey context={context} guids={guids} />}
    />
  );
}

export function SignInButton({ context: { stores, actions } }: { readonly context: DesktopContext }) {
  const signIn = () => {
    stores.collections.getState().endChoosing();
    actions['session.signIn']?.perform();
  };
  return (
    <Button variant="primary" onClick={signIn}>
      {t('collections.signIn')}
    </Button>
  );
}

export function DesktopBrowse({ context }: { readonly context: DesktopContext }) {
  const { stores, actions } = context;
  const server = useStore(stores.server, (state) => state.server);
  const isSessionAwaited = useStore(stores.session, ({ session }) => session === null);
  const asksOthers = useAsksOthers(stores);
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
      searches={stores.searches}
      recentModels={stores.recentModels}
      keptLinks={createKeptLinks(context.navigation)}
      isSessionAwaited={isSessionAwaited}
      serverNotice={serverNotice}
      offlineActions={offlineActions}
      resultActions={<DesktopSurvey context={context} />}
      others={asksOthers && <DesktopForeign context={context} signIn={<SignInButton context={context} />} />}
    />
  );
}

import '../../text/parts/model.ts';
import '../../text/parts/share.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { lods } from '../../../server/contract/limits.ts';
import { KeepButtons } from '../../features/browse/cards/keep-buttons.tsx';
import { emptySelection, type Selection } from '../../features/browse/store/selection.ts';
import { ModelNotes } from '../../features/library/notes/model-notes.tsx';
import { EarlierVersions } from '../../features/model/earlier-versions.tsx';
import { ModelPage } from '../../features/model/model-page.tsx';
import type { ModelAddress, ModelStore } from '../../features/model/store/model-store.ts';
import { ShareButton } from '../../features/share/share-button.tsx';
import { t } from '../../text/text.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import type { WebContext } from './web-context.ts';
import { WebFiles } from './web-files.tsx';

type WebModelProps = {
  readonly context: WebContext;
  readonly route: ModelAddress & { readonly search?: string };
};

function chooseFromLink(store: ModelStore, search: string): void {
  const asked = new URLSearchParams(search);
  const lod = lods.find((name) => name === asked.get('lod'));
  const format = asked.get('format');
  if (lod !== undefined) store.getState().chooseLod(lod);
  if (format !== null) store.getState().chooseFormat(format);
}

export function WebModel({ context, route }: WebModelProps) {
  const { stores, navigation } = context;
  const { search = '' } = route;
  useEffect(() => chooseFromLink(stores.model, search), [stores.model, search]);
  const role = useStore(stores.session, (state) => state.user?.role ?? null);
  const isSignedIn = role !== null;
  const view = new URLSearchParams(search).get('view') ?? undefined;
  const browseWith = (part: Partial<Selection>) => {
    stores.browse.getState().select({ ...emptySelection, ...part });
    navigation.go(toBrowseRoute(stores.browse));
  };
  return (
    <ModelPage
      store={stores.model}
      address={route}
      onBack={navigation.back}
      onTag={(tag) => browseWith({ tags: [tag] })}
      onCategory={(category) => browseWith({ categories: [category] })}
      hrefOf={context.hrefOfModel}
      renderOwned={() => null}
      renderKeep={(model) => (
        <KeepButtons model={model} favourites={stores.favourites} collections={stores.collections} />
      )}
      {...(isSignedIn && {
        renderNotes: (guid: string) => (
          <ModelNotes store={stores.notes} guid={guid} hint={t('library.notes.accountHint')} />
        ),
        renderVersions: ({ guid }: { readonly guid: string }) => (
          <EarlierVersions
            key={guid}
            load={async () => (await context.api.call('keptVersions', { guid })).versions}
            // The page may be open under another host name than the server's public one.
            hrefOf={(url) => new URL(url).pathname}
          />
        ),
      })}
      view={view ?? null}
      {...((role === 'admin' || role === 'publisher') && {
        choosePoster: (guid, view) => context.api.call('setPosterView', { guid, view }),
      })}
      renderFiles={(details) => (
        <>
          <WebFiles key={details.guid} context={context} details={details} />
          {isSignedIn && (
            <div className="row">
              <ShareButton api={context.api} title={details.title} target={{ guid: details.guid, view }} />
            </div>
          )}
        </>
      )}
    />
  );
}

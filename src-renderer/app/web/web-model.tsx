import { useStore } from 'zustand';
import { emptySelection, type Selection } from '../../features/browse/selection.ts';
import { ModelPage } from '../../features/model/model-page.tsx';
import type { ModelAddress } from '../../features/model/model-store.ts';
import { WebFileAction } from '../../features/model/web-file-action.tsx';
import { toBrowseRoute } from '../connect-selection.ts';
import type { WebContext } from './web-context.ts';

type WebModelProps = {
  readonly context: WebContext;
  readonly address: ModelAddress;
  readonly signInHref: string;
};

export function WebModel({ context, address, signInHref }: WebModelProps) {
  const { stores, navigation } = context;
  const isSignedIn = useStore(stores.session, (state) => state.user !== null);
  const browseWith = (part: Partial<Selection>) => {
    stores.browse.getState().select({ ...emptySelection, ...part });
    navigation.go(toBrowseRoute(stores.browse));
  };
  const refresh = () => {
    stores.model.getState().refreshPricing();
    void stores.session.getState().load();
  };
  return (
    <ModelPage
      store={stores.model}
      address={address}
      onBack={navigation.back}
      onTag={(tag) => browseWith({ tags: [tag] })}
      onCategory={(category) => browseWith({ categories: [category] })}
      hrefOf={context.hrefOfModel}
      renderOwned={() => null}
      renderFileAction={(file, price, details) => (
        <WebFileAction
          file={file}
          price={price}
          details={details}
          signInHref={isSignedIn ? null : signInHref}
          onDownload={refresh}
        />
      )}
    />
  );
}

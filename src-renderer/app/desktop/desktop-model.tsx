import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeepButtons } from '../../features/browse/keep-buttons.tsx';
import { emptySelection, type Selection } from '../../features/browse/selection.ts';
import { ModelNotes } from '../../features/library/model-notes.tsx';
import { EarlierVersions } from '../../features/model/earlier-versions.tsx';
import { ModelPage } from '../../features/model/model-page.tsx';
import type { ModelAddress } from '../../features/model/model-store.ts';
import { t } from '../../text/text.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import { formatRoute } from '../route.ts';
import type { DesktopContext } from './desktop-context.ts';
import { DesktopFileAction } from './desktop-file-action.tsx';
import styles from './desktop-model.module.css';
import { useLookAhead } from './look-ahead.ts';

type DesktopModelProps = {
  readonly context: DesktopContext;
  readonly address: ModelAddress & { readonly search?: string };
};

export function DesktopModel({ context, address }: DesktopModelProps) {
  const { stores, navigation } = context;
  const details = useStore(stores.model, (state) => state.details);
  // What cannot be fetched ahead is fetched when it is wanted.
  useLookAhead(details, (wanted) => void context.api.call('ahead.look', wanted).catch(() => undefined));
  const browseWith = (part: Partial<Selection>) => {
    stores.browse.getState().select({ ...emptySelection, ...part });
    navigation.go(toBrowseRoute(stores.browse));
  };
  return (
    <ModelPage
      store={stores.model}
      address={address}
      onBack={navigation.back}
      onTag={(tag) => browseWith({ tags: [tag] })}
      onCategory={(category) => browseWith({ categories: [category] })}
      hrefOf={context.hrefOfModel}
      view={new URLSearchParams(address.search).get('view')}
      renderKeep={(model) => (
        <KeepButtons model={model} favourites={stores.favourites} collections={stores.collections} />
      )}
      renderNotes={(guid) => (
        <ModelNotes store={stores.notes} guid={guid} hint={t('library.notes.noteHint')} />
      )}
      renderVersions={({ guid }) => (
        <EarlierVersions
          key={guid}
          load={async () => (await context.api.call('keptVersions', { guid })).versions}
          open={() => context.openServerPage(formatRoute({ name: 'model', segment: guid, guid }))}
        />
      )}
      renderOwned={(guid) => <Owned context={context} guid={guid} />}
      renderFileAction={(file, price, details) => (
        <DesktopFileAction {...{ context, file, price, details }} />
      )}
    />
  );
}

function Owned({ context, guid }: { readonly context: DesktopContext; readonly guid: string }) {
  const { library } = context.stores;
  const model = useStore(library, (state) => state.library?.models.find((one) => one.guid === guid));
  if (model === undefined) return null;
  return (
    <p className={styles.owned}>
      <Icon name="disk" /> {t('common.inYourLibrary')}
      <Button variant="quiet" icon="folder" onClick={() => void library.getState().reveal(guid, null)}>
        {t('common.showInFolder')}
      </Button>
    </p>
  );
}

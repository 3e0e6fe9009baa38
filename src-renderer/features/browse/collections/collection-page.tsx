import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button, LinkButton } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { ConfirmDialog } from '../../../components/forms/confirm-dialog.tsx';
import { NameDialog } from '../../../components/forms/name-dialog.tsx';
import { StatePanel } from '../../../components/state-panel.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import pageStyles from '../cards/browse-page.module.css';
import type { ModelGridProps } from '../cards/model-grid.tsx';
import { KeptModels } from '../kept/kept-models.tsx';
import type { CollectionsStore } from '../store/collections-store.ts';

type CollectionPageProps = Omit<ModelGridProps, 'leastCardWidth'> & {
  readonly browseHref: string;
  readonly id: string;
  readonly collectionsStore: CollectionsStore;
  readonly allHref: string;
  readonly onDeleted: () => void;
  readonly renderActions: (guids: readonly string[]) => ReactNode;
  readonly signIn: ReactNode;
};

/** The models of one collection, newest first. */
export function CollectionPage(props: CollectionPageProps) {
  const { id, collectionsStore, allHref, onDeleted, renderActions, signIn, ...grid } = props;
  const { status, error } = usePicked(collectionsStore, 'status', 'error');
  const collection = useStore(collectionsStore, ({ collections }) =>
    collections.find((one) => one.id === id),
  );
  const [dialog, setDialog] = useState<'name' | 'delete' | null>(null);
  const { rename, delete: remove, load } = collectionsStore.getState();
  const close = () => setDialog(null);
  const back = (
    <LinkButton variant="quiet" icon="back" href={allHref}>
      {t('collections.titlePlain')}
    </LinkButton>
  );
  if (status === 'signed-out')
    return (
      <StatePanel isPage icon="collections" title={t('collections.signInTitle')} actions={signIn}>
        <p>{t('collections.signInFirst')}</p>
      </StatePanel>
    );
  if (status === 'failed' && error !== null) return <ErrorPanel error={error} onRetry={() => void load()} />;
  if (status === 'loading') return null;
  if (collection === undefined)
    return (
      <StatePanel isPage icon="collections" title={t('collections.gone')} actions={back}>
        <p>{t('collections.goneHint')}</p>
      </StatePanel>
    );
  const { name, guids } = collection;
  return (
    <div className={pageStyles.page}>
      <section className={pageStyles.results} aria-label={name}>
        <div className={pageStyles.toolbar}>
          {back}
          <h1 className={pageStyles.title} tabIndex={-1}>
            {name} <span>{t('collections.models', { count: guids.length })}</span>
          </h1>
          {guids.length > 0 && renderActions(guids)}
          <Button icon="edit" onClick={() => setDialog('name')}>
            {t('collections.rename')}
          </Button>
          <Button icon="delete" onClick={() => setDialog('delete')}>
            {t('collections.delete')}
          </Button>
        </div>
        <Refreshed store={grid.store} guids={guids} />
        <KeptModels {...grid} isEmpty={guids.length === 0} icon="collections" title={t('collections.empty')}>
          <p>{t('collections.emptyHint')}</p>
        </KeptModels>
        {dialog === 'name' && (
          <NameDialog
            title={t('collections.renameTitle')}
            action={t('collections.rename')}
            name={name}
            onName={(next) => rename(id, next)}
            onClose={close}
          />
        )}
        {dialog === 'delete' && (
          <ConfirmDialog
            title={t('collections.deleteTitle', { name })}
            action={t('collections.delete')}
            onConfirm={async () => {
              await remove(id);
              onDeleted();
            }}
            onClose={close}
          >
            <p>{t('collections.deleteHint')}</p>
          </ConfirmDialog>
        )}
      </section>
    </div>
  );
}

/** Reloads the models when the collection has changed. */
function Refreshed({ store, guids }: Pick<ModelGridProps, 'store'> & { readonly guids: readonly string[] }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store knows the guids itself
  useEffect(() => {
    const { hasLoaded, refresh, catchUp } = store.getState();
    if (hasLoaded) catchUp();
    else refresh();
  }, [store, guids]);
  return null;
}

import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { Collection } from '../../../../server/contract/accounts/model-lists.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { NameDialog } from '../../../components/forms/name-dialog.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { SmallPoster } from '../../../components/poster.tsx';
import { StatePanel } from '../../../components/state-panel.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import pageStyles from '../cards/browse-page.module.css';
import type { CollectionsStore } from '../store/collections-store.ts';
import type { FavouritesStore } from '../store/favourites-store.ts';
import styles from './collections.module.css';

type CollectionsPageProps = {
  readonly store: CollectionsStore;
  readonly favourites: FavouritesStore;
  readonly favouritesHref: string;
  readonly hrefOf: (id: string) => string;
  readonly signIn: ReactNode;
  readonly savedSearches: ReactNode;
};

const shownPictures = [0, 1, 2, 3] as const;

/** Favourites and all collections, as stacks of their first pictures. */
export function CollectionsPage(props: CollectionsPageProps) {
  const { store, favourites, favouritesHref, hrefOf, signIn, savedSearches } = props;
  const { status, collections, error } = usePicked(store, 'status', 'collections', 'error');
  const liked = useStore(favourites, (state) => state.guids);
  const [isNaming, setIsNaming] = useState(false);
  const { make, load } = store.getState();
  return (
    <div className={pageStyles.page}>
      <section className={pageStyles.results} aria-label={t('collections.titlePlain')}>
        <div className={pageStyles.toolbar}>
          <h1 className={pageStyles.title} tabIndex={-1}>
            {t('collections.titlePlain')}
          </h1>
          {status === 'ready' && (
            <Button variant="primary" icon="add" onClick={() => setIsNaming(true)}>
              {t('collections.new')}
            </Button>
          )}
        </div>
        <div className={styles.page}>
          <ul className={styles.stacks}>
            <Stack
              name={t('browse.favourites.titlePlain')}
              guids={liked}
              href={favouritesHref}
              icon="heart"
            />
            {collections.map((collection) => (
              <Stack key={collection.id} {...collection} href={hrefOf(collection.id)} icon="collections" />
            ))}
          </ul>
          {savedSearches}
          {status === 'failed' && error !== null && <ErrorPanel error={error} onRetry={() => void load()} />}
          {status === 'signed-out' && (
            <StatePanel icon="collections" title={t('collections.signInTitle')} actions={signIn}>
              <p>{t('collections.signInFirst')}</p>
            </StatePanel>
          )}
          {status === 'ready' && collections.length === 0 && (
            <StatePanel icon="collections" title={t('collections.none')}>
              <p>{t('collections.noneHint')}</p>
            </StatePanel>
          )}
        </div>
        {isNaming && (
          <NameDialog
            title={t('collections.new')}
            action={t('collections.create')}
            onName={(name) => make(name)}
            onClose={() => setIsNaming(false)}
          />
        )}
      </section>
    </div>
  );
}

type StackProps = Pick<Collection, 'name' | 'guids'> & { readonly href: string; readonly icon: IconName };

function Stack({ name, guids, href, icon }: { readonly [K in keyof StackProps]: Readonly<StackProps[K]> }) {
  return (
    <li>
      <a className={styles.stack} href={href}>
        <span className={styles.pictures} aria-hidden="true">
          {guids.length === 0 && (
            <span className={styles.blank}>
              <Icon name={icon} size={28} />
            </span>
          )}
          {shownPictures.map((place) => {
            const guid = guids[place];
            return (
              <span key={place} className={styles.picture}>
                {guid !== undefined && <SmallPoster guid={guid} />}
              </span>
            );
          })}
        </span>
        <span className={styles.name}>{name}</span>
        <span className={styles.count}>{t('collections.models', { count: guids.length })}</span>
      </a>
    </li>
  );
}

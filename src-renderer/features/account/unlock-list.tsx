import { PagedList } from '../../components/lists/paged-list.tsx';
import { SmallPoster } from '../../components/poster.tsx';
import type { PagedRowsStore } from '../../data/paged-rows.ts';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { Entitlement } from './account-lists.ts';

type UnlockListProps = {
  readonly store: PagedRowsStore<Entitlement>;
  readonly hrefOf: (guid: string) => string;
};

export function UnlockList({ store, hrefOf }: UnlockListProps) {
  return (
    <PagedList
      store={store}
      title={t('account.unlocks.title')}
      hint={t('account.unlocks.hint')}
      emptyText={t('account.unlocks.empty')}
    >
      {(rows) => (
        <ul className={styles.unlocks} aria-label={t('account.unlocks.title')}>
          {rows.map((row) => (
            <Unlock key={row.guid} row={row} hrefOf={hrefOf} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

type UnlockProps = Pick<UnlockListProps, 'hrefOf'> & { readonly row: Entitlement };

function Unlock({ row: { guid, title, isRemoved, unlockedAt }, hrefOf }: UnlockProps) {
  const when = t('account.unlocks.date', { date: formatDate(unlockedAt) });
  return (
    <li className={styles.unlock} data-removed={isRemoved}>
      <div className={styles.unlockPicture}>
        <SmallPoster guid={guid} />
      </div>
      {isRemoved ? (
        <span className={styles.unlockTitle}>{title}</span>
      ) : (
        <a className={styles.unlockTitle} href={hrefOf(guid)}>
          {title}
        </a>
      )}
      {isRemoved && <span className="tag">{t('account.unlocks.removed')}</span>}
      <span className="faint small">{when}</span>
    </li>
  );
}

import { DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import type { PagedRowsStore } from '../../lib/paged-rows.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { Entitlement } from './account-lists.ts';

type UnlockListProps = {
  readonly store: PagedRowsStore<Entitlement>;
  readonly hrefOf: (guid: string) => string;
};

export function UnlockList({ store, hrefOf }: UnlockListProps) {
  const columns = [
    {
      label: t('account.unlocks.model'),
      cell: ({ guid, title, isRemoved }: Entitlement) =>
        isRemoved ? (
          <span className={styles.removed}>
            {title} <span className="tag">{t('account.unlocks.removed')}</span>
          </span>
        ) : (
          <a href={hrefOf(guid)}>{title}</a>
        ),
    },
    {
      label: t('account.unlocks.date'),
      kind: 'number',
      cell: ({ unlockedAt }: Entitlement) => formatDate(unlockedAt),
    },
  ] as const;
  return (
    <PagedList
      store={store}
      title={t('account.unlocks.title')}
      hint={t('account.unlocks.hint')}
      emptyText={t('account.unlocks.empty')}
    >
      {(rows) => (
        <DataTable
          label={t('account.unlocks.title')}
          columns={columns}
          rows={rows}
          keyOf={({ guid }) => guid}
        />
      )}
    </PagedList>
  );
}

import { DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import type { PagedRowsStore } from '../../lib/paged-rows.ts';
import styles from './account.module.css';
import type { Entitlement } from './account-lists.ts';

type UnlockListProps = {
  readonly store: PagedRowsStore<Entitlement>;
  readonly hrefOf: (guid: string) => string;
};

export function UnlockList({ store, hrefOf }: UnlockListProps) {
  const columns = [
    {
      label: 'Model',
      cell: ({ guid, title, isRemoved }: Entitlement) =>
        isRemoved ? (
          <span className={styles.removed}>
            {title} <span className="tag">removed from the catalogue</span>
          </span>
        ) : (
          <a href={hrefOf(guid)}>{title}</a>
        ),
    },
    {
      label: 'Unlocked',
      kind: 'number',
      cell: ({ unlockedAt }: Entitlement) => formatDate(unlockedAt),
    },
  ] as const;
  return (
    <PagedList
      store={store}
      title="Unlocked models"
      hint="Every file of them is yours to download, as often as you like."
      emptyText="None yet. The 1k topology of every model is free without unlocking."
    >
      {(rows) => (
        <DataTable label="Unlocked models" columns={columns} rows={rows} keyOf={({ guid }) => guid} />
      )}
    </PagedList>
  );
}

import type { Share } from '../../../server/contract/accounts/shares.ts';
import type { Column } from '../../components/lists/data-table.tsx';
import { endColumn } from '../../components/lists/end-column.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import type { AccountApi, AccountLists } from './account-lists.ts';

const isOpen = ({ endedAt, expiresAt }: Share) => endedAt === null && Date.parse(expiresAt) > Date.now();

const listFacts = (): readonly Column<Share>[] => [
  {
    label: t('share.list.what'),
    cell: ({ name, kind, withFiles }) => (
      <>
        <strong>{name}</strong>
        <div className="quiet">
          {t(`share.list.${kind}`)}
          {withFiles && ` · ${t('share.list.withFiles')}`}
        </div>
      </>
    ),
  },
  { label: t('share.list.views'), kind: 'number', cell: ({ views }) => String(views) },
  {
    label: t('share.list.ends'),
    kind: 'short',
    cell: (share) => (isOpen(share) ? formatDate(share.expiresAt) : t('share.list.over')),
  },
];

/** The user's links, how often each was opened, and buttons to end them. */
export function ShareList({ api, lists }: { readonly api: AccountApi; readonly lists: AccountLists }) {
  const actions = endColumn(lists.shares, (share) => {
    const { id: shareId, name } = share;
    if (!isOpen(share)) return null;
    return {
      action: t('share.list.end'),
      label: t('share.list.endOf', { name }),
      title: t('share.list.endTitle', { name }),
      hint: t('share.list.endHint'),
      run: () => api.call('endShare', { shareId }),
    };
  });
  return (
    <PagedList
      store={lists.shares}
      title={t('share.list.title')}
      hint={t('share.list.hint')}
      emptyText={t('share.list.empty')}
      columns={[...listFacts(), actions]}
      keyOf={({ id }) => id}
    />
  );
}

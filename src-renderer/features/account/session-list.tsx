import { useStore } from 'zustand';
import type { AccountSession } from '../../../server/contract/accounts/account-sessions.ts';
import { AskButton } from '../../components/forms/ask-button.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
import { endColumn } from '../../components/lists/end-column.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { formatDate, formatDateAndTime } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import type { AccountApi, AccountLists } from './account-lists.ts';

type SessionListProps = { readonly api: AccountApi; readonly lists: AccountLists };

const listFacts = (): readonly Column<AccountSession>[] => [
  {
    label: t('access.sessions.where'),
    cell: ({ name, kind, address, isCurrent }) => (
      <>
        <strong>{name}</strong> {isCurrent && <span className="tag">{t('access.sessions.current')}</span>}
        <div className="quiet">{describePlace(kind, address)}</div>
      </>
    ),
  },
  { label: t('access.sessions.since'), kind: 'short', cell: ({ createdAt }) => formatDate(createdAt) },
  {
    label: t('access.sessions.lastUsed'),
    kind: 'short',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? t('access.sessions.lastUsedUnknown') : formatDateAndTime(lastUsedAt),
  },
];

/** Where the user is signed in, with buttons to sign out. */
export function SessionList({ api, lists }: SessionListProps) {
  const total = useStore(lists.sessions, (state) => state.total);
  const actions = endColumn(lists.sessions, ({ id: sessionId, name, isCurrent }) => {
    if (isCurrent) return null;
    return {
      action: t('common.signOut'),
      label: t('access.sessions.signOutOf', { name }),
      title: t('access.sessions.endTitle', { name }),
      hint: t('access.sessions.endHint'),
      run: () => api.call('endSession', { sessionId }),
    };
  });
  return (
    <PagedList
      store={lists.sessions}
      title={t('access.sessions.title')}
      hint={t('access.sessions.hint')}
      emptyText={t('access.sessions.empty')}
      actions={
        <AskButton
          button={{ disabled: total < 2, children: t('access.sessions.endOthers') }}
          title={t('access.sessions.endOthersTitle')}
          action={t('common.signOut')}
          onConfirm={async () => {
            await api.call('endOtherSessions');
            void lists.sessions.getState().reload();
          }}
        >
          <p>{t('access.sessions.endHint')}</p>
        </AskButton>
      }
      columns={[...listFacts(), actions]}
      keyOf={({ id }) => id}
    />
  );
}

function describePlace(kind: AccountSession['kind'], address: string | null): string {
  if (kind !== 'program') return address === null ? '' : t('access.sessions.at', { address });
  return address === null ? t('access.sessions.program') : t('access.sessions.programAt', { address });
}

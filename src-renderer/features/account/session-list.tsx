import { useState } from 'react';
import { useStore } from 'zustand';
import type { AccountSession } from '../../../server/contract/account-sessions.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
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

/** Where the person is signed in, and the ways to end that. */
export function SessionList({ api, lists }: SessionListProps) {
  const [chosen, setChosen] = useState<AccountSession | 'others' | null>(null);
  const total = useStore(lists.sessions, (state) => state.total);
  const end = async () => {
    if (chosen === 'others') await api.call('endOtherSessions');
    else if (chosen !== null) await api.call('endSession', { sessionId: chosen.id });
    void lists.sessions.getState().reload();
  };
  const actions: Column<AccountSession> = {
    label: t('common.actions'),
    kind: 'actions',
    cell: (session) =>
      !session.isCurrent && (
        <Button
          variant="danger"
          aria-label={t('access.sessions.signOutOf', { name: session.name })}
          onClick={() => setChosen(session)}
        >
          {t('common.signOut')}
        </Button>
      ),
  };
  return (
    <>
      <PagedList
        store={lists.sessions}
        title={t('access.sessions.title')}
        hint={t('access.sessions.hint')}
        emptyText={t('access.sessions.empty')}
        actions={
          <Button disabled={total < 2} onClick={() => setChosen('others')}>
            {t('access.sessions.endOthers')}
          </Button>
        }
      >
        {(rows) => (
          <DataTable
            label={t('access.sessions.title')}
            columns={[...listFacts(), actions]}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </PagedList>
      {chosen !== null && (
        <ConfirmDialog
          title={
            chosen === 'others'
              ? t('access.sessions.endOthersTitle')
              : t('access.sessions.endTitle', { name: chosen.name })
          }
          action={t('common.signOut')}
          onClose={() => setChosen(null)}
          onConfirm={end}
        >
          <p>{t('access.sessions.endHint')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function describePlace(kind: AccountSession['kind'], address: string | null): string {
  if (kind !== 'program') return address === null ? '' : t('access.sessions.at', { address });
  return address === null ? t('access.sessions.program') : t('access.sessions.programAt', { address });
}

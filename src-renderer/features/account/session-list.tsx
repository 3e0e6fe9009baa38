import { useState } from 'react';
import { useStore } from 'zustand';
import type { AccountSession } from '../../../server/contract/account-sessions.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDate, formatDateAndTime } from '../../lib/format-date.ts';
import styles from './account.module.css';
import type { AccountApi, AccountLists } from './account-lists.ts';

type SessionListProps = { readonly api: AccountApi; readonly lists: AccountLists };

const facts: readonly Column<AccountSession>[] = [
  {
    label: 'Where',
    cell: ({ name, kind, address, isCurrent }) => (
      <>
        <strong>{name}</strong> {isCurrent && <span className="tag">this one</span>}
        <div className={styles.reason}>
          {kind === 'program' && 'a program with a token'}
          {kind === 'program' && address !== null && ', '}
          {address !== null && `at ${address}`}
        </div>
      </>
    ),
  },
  { label: 'Since', kind: 'short', cell: ({ createdAt }) => formatDate(createdAt) },
  {
    label: 'Last used',
    kind: 'short',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Not known' : formatDateAndTime(lastUsedAt)),
  },
];

/** Where the person is signed in, and the ways to end that. */
export function SessionList({ api, lists }: SessionListProps) {
  const [chosen, setChosen] = useState<AccountSession | 'others' | null>(null);
  const { total } = useStore(lists.sessions);
  const end = async () => {
    if (chosen === 'others') await api.call('endOtherSessions');
    else if (chosen !== null) await api.call('endSession', { sessionId: chosen.id });
    void lists.sessions.getState().reload();
  };
  const actions: Column<AccountSession> = {
    label: 'Actions',
    kind: 'actions',
    cell: (session) =>
      !session.isCurrent && (
        <Button variant="danger" aria-label={`Sign out ${session.name}`} onClick={() => setChosen(session)}>
          Sign out
        </Button>
      ),
  };
  return (
    <>
      <PagedList
        store={lists.sessions}
        title="Sessions"
        hint="Browsers and programs that signed in with your password."
        emptyText="None."
        actions={
          <Button disabled={total < 2} onClick={() => setChosen('others')}>
            Sign out everywhere else
          </Button>
        }
      >
        {(rows) => (
          <DataTable label="Sessions" columns={[...facts, actions]} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
      {chosen !== null && (
        <ConfirmDialog
          title={chosen === 'others' ? 'Sign out everywhere else?' : `Sign out ${chosen.name}?`}
          action="Sign out"
          onClose={() => setChosen(null)}
          onConfirm={end}
        >
          <p>It is refused from its next request on. API keys and connected apps stay.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

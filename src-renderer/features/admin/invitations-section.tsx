import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { createPagedRows } from '../../lib/paged-rows.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';
import { InviteDialog } from './invite-dialog.tsx';

type Invitation = OutputOf<'adminInvitations'>['invitations'][number];

const facts: readonly Column<Invitation>[] = [
  { label: 'Code', kind: 'short', cell: ({ prefix }) => <span className={styles.mono}>{prefix}…</span> },
  { label: 'For', cell: ({ note }) => note },
  { label: 'Made', kind: 'short', cell: ({ madeAt }) => formatDate(madeAt) },
  { label: 'State', cell: describe },
];

export function InvitationsSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() =>
    createPagedRows({
      pageSize: 25,
      load: async (page) => {
        const { invitations, total } = await api.call('adminInvitations', page);
        return { rows: invitations, total };
      },
    }),
  );
  const [isMaking, setIsMaking] = useState(false);
  const [chosen, setChosen] = useState<Invitation | null>(null);
  const reload = () => void store.getState().reload();
  const actions: Column<Invitation> = {
    label: 'Actions',
    kind: 'actions',
    cell: (row) =>
      row.usedAt === null && (
        <Button variant="danger" aria-label={`Revoke ${row.prefix}`} onClick={() => setChosen(row)}>
          Revoke
        </Button>
      ),
  };
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Invitations
      </h1>
      <PagedList
        store={store}
        title="Invitations"
        hint="Each code makes one account, where accounts are made by invitation."
        emptyText="None yet. Make one and give its code to the person."
        actions={<Button onClick={() => setIsMaking(true)}>New invitation</Button>}
      >
        {(rows) => (
          <DataTable label="Invitations" columns={[...facts, actions]} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
      {isMaking && <InviteDialog api={api} onMade={reload} onClose={() => setIsMaking(false)} />}
      {chosen !== null && (
        <ConfirmDialog
          title={`Revoke the invitation ${chosen.prefix}…?`}
          action="Revoke"
          onClose={() => setChosen(null)}
          onConfirm={async () => {
            await api.call('adminRevokeInvitation', { invitationId: chosen.id });
            reload();
          }}
        >
          <p>Its code makes no account any more.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function describe({ usedAt, usedByEmail, expiresAt }: Invitation): string {
  if (usedAt !== null) return `Used by ${usedByEmail ?? 'an account that is gone'}`;
  return Date.parse(expiresAt) < Date.now() ? 'Over' : `Good until ${formatDate(expiresAt)}`;
}

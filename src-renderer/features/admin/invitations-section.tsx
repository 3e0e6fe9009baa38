import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
import { endColumn } from '../../components/lists/end-column.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { createPagedRows } from '../../data/paged-rows.ts';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type Registration, RegistrationChoice } from './registration-choice.tsx';

type Invitation = OutputOf<'adminInvitations'>['invitations'][number];

const listFacts = (): readonly Column<Invitation>[] => [
  {
    label: t('admin.invitations.code'),
    kind: 'short',
    cell: ({ prefix }) => <span className="small mono">{prefix}…</span>,
  },
  { label: t('admin.invitations.note'), cell: ({ note }) => note },
  { label: t('admin.invitations.created'), kind: 'short', cell: ({ madeAt }) => formatDate(madeAt) },
  { label: t('admin.invitations.state'), cell: describe },
];

type Mode = { readonly registration: Registration; readonly isFixed: boolean };

/** Who may create an account, and the invitations if one is needed. */
export function InvitationsSection({ api }: { readonly api: AdminApi }) {
  const [mode, setMode] = useState<Mode | null>(null);
  const [store] = useState(() =>
    createPagedRows(25, async (page) => {
      const [{ invitations: rows, total }, status] = await Promise.all([
        api.call('adminInvitations', page),
        api.call('adminStatus'),
      ]);
      setMode({ registration: status.registration, isFixed: status.isRegistrationFixed });
      return { rows, total };
    }),
  );
  const [isMaking, setIsMaking] = useState(false);
  const reload = () => void store.getState().reload();
  const actions = endColumn(store, ({ id: invitationId, usedAt, prefix: code }) => {
    if (usedAt !== null) return null;
    return {
      action: t('common.revoke'),
      label: t('admin.invitations.revokeOf', { code }),
      title: t('admin.invitations.revokeTitle', { code }),
      hint: t('admin.invitations.revokeHint'),
      run: () => api.call('adminRevokeInvitation', { invitationId }),
    };
  });
  return (
    <>
      {mode !== null && (
        <RegistrationChoice
          api={api}
          {...mode}
          onChange={(registration) => setMode({ ...mode, registration })}
        />
      )}
      <PagedList
        store={store}
        title={t('admin.invitations.title')}
        emptyText={
          mode?.registration === 'invite' ? t('admin.invitations.empty') : t('admin.invitations.notNeeded')
        }
        actions={
          mode?.registration === 'invite' && (
            <Button variant="primary" onClick={() => setIsMaking(true)}>
              {t('admin.invitations.new')}
            </Button>
          )
        }
        columns={[...listFacts(), actions]}
        keyOf={({ id }) => id}
      />
      {isMaking && <InviteDialog api={api} onMade={reload} onClose={() => setIsMaking(false)} />}
    </>
  );
}

function describe({ usedAt, usedByEmail, expiresAt }: Invitation): string {
  if (usedAt !== null)
    return usedByEmail === null
      ? t('admin.invitations.usedByGone')
      : t('admin.invitations.usedBy', { email: usedByEmail });
  return Date.parse(expiresAt) < Date.now()
    ? t('admin.invitations.expired')
    : t('admin.invitations.validUntil', { date: formatDate(expiresAt) });
}

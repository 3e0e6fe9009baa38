import { useState } from 'react';
import type { ConnectedApp } from '../../../server/contract/account-access.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import styles from './account.module.css';
import type { AccountApi, AccountLists } from './account-lists.ts';
import { describeScopes } from './describe-scopes.ts';

type AppListProps = { readonly api: AccountApi; readonly lists: AccountLists };

export function AppList({ api, lists }: AppListProps) {
  const [chosen, setChosen] = useState<ConnectedApp | null>(null);
  const columns = [
    {
      label: 'App',
      cell: ({ appName, appVersion, deviceName }: ConnectedApp) => (
        <>
          <strong>{appName}</strong> {appVersion}
          {deviceName !== '' && <div className={styles.reason}>on {deviceName}</div>}
        </>
      ),
    },
    { label: 'May', cell: ({ scopes }: ConnectedApp) => describeScopes(scopes) },
    { label: 'Since', kind: 'short', cell: ({ createdAt }: ConnectedApp) => formatDate(createdAt) },
    { label: 'Until', kind: 'short', cell: ({ expiresAt }: ConnectedApp) => formatDate(expiresAt) },
    {
      label: 'Actions',
      kind: 'actions',
      cell: (app: ConnectedApp) => (
        <Button variant="danger" aria-label={`Revoke ${app.appName}`} onClick={() => setChosen(app)}>
          Revoke
        </Button>
      ),
    },
  ] as const;
  return (
    <>
      <PagedList
        store={lists.apps}
        title="Connected apps"
        hint="Apps that you approved in this browser, like the desktop app or a plugin."
        emptyText="None yet. An app appears here once you approve its sign-in."
      >
        {(rows) => <DataTable label="Connected apps" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </PagedList>
      {chosen !== null && (
        <ConfirmDialog
          title={`Revoke ${chosen.appName}?`}
          action="Revoke"
          onClose={() => setChosen(null)}
          onConfirm={async () => {
            await api.call('revokeApp', { appId: chosen.id });
            void lists.apps.getState().reload();
          }}
        >
          <p>It is signed out at once and asks for your approval when it signs in again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

import type { ConnectedApp } from '../../../server/contract/accounts/account-access.ts';
import type { Scope } from '../../../server/contract/common.ts';
import { endColumn } from '../../components/lists/end-column.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import type { AccountApi, AccountLists } from './account-lists.ts';

type AppListProps = { readonly api: AccountApi; readonly lists: AccountLists };

export function AppList({ api, lists }: AppListProps) {
  const columns = [
    {
      label: t('access.apps.app'),
      cell: ({ appName, appVersion, deviceName }: ConnectedApp) => (
        <>
          <strong>{appName}</strong> {appVersion}
          {deviceName !== '' && (
            <div className="quiet">{t('access.apps.onDevice', { device: deviceName })}</div>
          )}
        </>
      ),
    },
    { label: t('access.apps.may'), cell: ({ scopes }: ConnectedApp) => describeScopes(scopes) },
    {
      label: t('access.apps.since'),
      kind: 'short',
      cell: ({ createdAt }: ConnectedApp) => formatDate(createdAt),
    },
    {
      label: t('access.apps.expires'),
      kind: 'short',
      cell: ({ expiresAt }: ConnectedApp) => formatDate(expiresAt),
    },
    endColumn(lists.apps, ({ id: appId, appName: name }) => ({
      action: t('common.revoke'),
      label: t('access.revokeOf', { name }),
      title: t('access.apps.revokeTitle', { name }),
      hint: t('access.apps.revokeHint'),
      run: () => api.call('revokeApp', { appId }),
    })),
  ] as const;
  return (
    <PagedList
      store={lists.apps}
      title={t('access.apps.title')}
      hint={t('access.apps.hint')}
      emptyText={t('access.apps.empty')}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
}

function describeScopes(scopes: readonly Scope[]): string {
  return scopes.length === 0
    ? t('access.scopesNone')
    : scopes.map((scope) => t(`access.scopes.${scope}`)).join(', ');
}

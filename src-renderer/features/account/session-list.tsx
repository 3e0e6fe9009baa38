import type { ComponentProps } from 'react';
import { useStore } from 'zustand';
import type { AccountSession } from '../../../server/contract/accounts/account-sessions.ts';
import { AskButton } from '../../components/forms/ask-button.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
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

/** Where the person is signed in, and the ways to end that. */
export function SessionList({ api, lists }: SessionListProps) {
  const total = useStore(lists.sessions, (state) => state.total);
  const askToEnd = (
    title: string,
    button: ComponentProps<typeof AskButton>['button'],
    end: () => Promise<unknown>,
  ) => (
    <AskButton
      {...{ title, button, action: t('common.signOut') }}
      onConfirm={async () => {
        await end();
        void lists.sessions.getState().reload();
      }}
    >
      <p>{t('access.sessions.endHint')}</p>
    </AskButton>
  );
  const actions: Column<AccountSession> = {
    label: t('common.actions'),
    kind: 'actions',
    cell: ({ id, name, isCurrent }) =>
      !isCurrent &&
      askToEnd(
        t('access.sessions.endTitle', { name }),
        {
          ...{ variant: 'danger', children: t('common.signOut') },
          'aria-label': t('access.sessions.signOutOf', { name }),
        },
        () => api.call('endSession', { sessionId: id }),
      ),
  };
  return (
    <PagedList
      store={lists.sessions}
      title={t('access.sessions.title')}
      hint={t('access.sessions.hint')}
      emptyText={t('access.sessions.empty')}
      actions={askToEnd(
        t('access.sessions.endOthersTitle'),
        { disabled: total < 2, children: t('access.sessions.endOthers') },
        () => api.call('endOtherSessions'),
      )}
      columns={[...listFacts(), actions]}
      keyOf={({ id }) => id}
    />
  );
}

function describePlace(kind: AccountSession['kind'], address: string | null): string {
  if (kind !== 'program') return address === null ? '' : t('access.sessions.at', { address });
  return address === null ? t('access.sessions.program') : t('access.sessions.programAt', { address });
}

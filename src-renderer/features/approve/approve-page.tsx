import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import styles from './approve.module.css';
import type { ApproveState, ApproveStore } from './approve-store.ts';
import { RequestFacts } from './request-facts.tsx';
import { ScopeList } from './scope-list.tsx';

type ApprovePageProps = {
  readonly store: ApproveStore;
  /** Where a person types the code instead. */
  readonly codeHref: string;
};

/** Shows who asks for what; nothing happens before a button is pressed. */
export function ApprovePage({ store, codeHref }: ApprovePageProps) {
  const state = useStore(store);
  const { load } = state;
  useEffect(() => {
    void load();
  }, [load]);
  const ending = findEnding(state);
  if (ending !== null)
    return (
      <StatePanel
        icon={ending.icon}
        title={ending.title}
        actions={ending === unknown && <LinkButton href={codeHref}>Type the code</LinkButton>}
      >
        <p>{ending.text}</p>
      </StatePanel>
    );
  if (state.request === null) {
    if (state.error === null) return <p className={styles.loading}>Asking the server…</p>;
    return (
      <StatePanel
        icon="alert"
        title="This request cannot be shown"
        isAlert
        actions={<Button onClick={load}>Retry</Button>}
      >
        <p>{state.error.message}</p>
      </StatePanel>
    );
  }
  return <Request {...state} request={state.request} />;
}

type RequestProps = ReturnType<ApproveStore['getState']> & {
  readonly request: NonNullable<ApproveState['request']>;
};

function Request({ request, ticked, isBusy, error, toggle, approve, deny }: RequestProps) {
  return (
    <div className={styles.centre}>
      <article className={styles.card}>
        <h1 tabIndex={-1}>Allow {request.appName} to use your account?</h1>
        <div className={styles.check}>
          <p>Approve only if {request.appName} shows you this same code right now:</p>
          <p className={styles.code}>{request.userCode}</p>
        </div>
        <RequestFacts request={request} />
        <ScopeList scopes={request.scopes} ticked={ticked} onToggle={toggle} />
        {error !== null && <ErrorNotice error={error} />}
        <div className={styles.buttons}>
          <Button variant="primary" size="large" disabled={isBusy || ticked.size === 0} onClick={approve}>
            Approve
          </Button>
          <Button size="large" disabled={isBusy} onClick={deny}>
            Deny
          </Button>
        </div>
        {ticked.size === 0 && (
          <p className={styles.hint}>Tick at least one permission to approve, or deny the request.</p>
        )}
      </article>
    </div>
  );
}

type Ending = { readonly icon: 'check' | 'close' | 'alert'; readonly title: string; readonly text: string };

const approved: Ending = {
  icon: 'check',
  title: 'Approved',
  text: 'It is done: the app is signed in within seconds. You can close this tab.',
};
const denied: Ending = {
  icon: 'close',
  title: 'Denied',
  text: 'It is done: the app gets nothing. You can close this tab.',
};
const expired: Ending = {
  icon: 'alert',
  title: 'This request has expired',
  text: 'A request is good for ten minutes. Start the sign-in again in the app, and come back with its new link.',
};
const unknown: Ending = {
  icon: 'alert',
  title: 'There is no such request',
  text: 'The link or the code is incomplete, mistyped or over. Look at the app again, or start its sign-in anew.',
};

function findEnding({ decision, request, error }: ApproveState): Ending | null {
  if (decision !== null) return decision === 'approved' ? approved : denied;
  if (error?.code === 'SESSION_EXPIRED' || request?.status === 'expired') return expired;
  if (request === null && (error?.code === 'NOT_FOUND' || error?.code === 'INVALID_INPUT')) return unknown;
  if (request?.status === 'approved' || request?.status === 'consumed') return approved;
  return request?.status === 'denied' ? denied : null;
}

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { PluginSession } from '../../../server/contract/accounts/plugin-auth.ts';
import { nameProgram } from '../../../server/contract/program-names.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import cards from '../../components/card.module.css';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import { type Fact, FactList } from '../../components/lists/fact-list.tsx';
import { Said } from '../../components/said.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatRelativeTime } from '../../lib/format-relative-time.ts';
import { approve as english } from '../../text/en/account/approve.ts';
import { t } from '../../text/text.ts';
import { AgentTerms } from './agent-terms.tsx';
import styles from './approve.module.css';
import type { ApproveState, ApproveStore, RequestedScope } from './approve-store.ts';

type ApprovePageProps = {
  readonly store: ApproveStore;
  /** Address of the page where the user types the code instead. */
  readonly codeHref: string;
};

/** Shows the request; only a button press decides. */
export function ApprovePage({ store, codeHref }: ApprovePageProps) {
  const ending = useStore(store, findEnding);
  const { request, error } = usePicked(store, 'request', 'error');
  const { load } = store.getState();
  useEffect(() => void load(), [load]);
  if (ending !== null)
    return (
      <StatePanel
        icon={endingIcons[ending]}
        title={t(`approve.endings.${ending}.title`)}
        actions={ending === 'unknown' && <LinkButton href={codeHref}>{t('approve.enterCode')}</LinkButton>}
      >
        <p>{t(`approve.endings.${ending}.text`)}</p>
      </StatePanel>
    );
  if (request === null) {
    if (error === null) return <p className={styles.loading}>{t('approve.loading')}</p>;
    return (
      <StatePanel
        icon="alert"
        title={t('approve.failed')}
        isAlert
        actions={<Button onClick={load}>{t('common.retry')}</Button>}
      >
        <p>
          <Said>{error}</Said>
        </p>
      </StatePanel>
    );
  }
  return <Request store={store} request={request} />;
}

type RequestProps = {
  readonly store: ApproveStore;
  readonly request: NonNullable<ApproveState['request']>;
};

function Request({ store, request }: RequestProps) {
  const { ticked, isBusy, error } = usePicked(store, 'ticked', 'isBusy', 'error');
  const { toggle, approve, deny } = store.getState();
  const [typed, setTyped] = useState('');
  const { isElsewhere, appName: app } = request;
  const canApprove = !isBusy && ticked.size > 0 && (!isElsewhere || typed.trim() !== '');
  return (
    <div className={styles.centre}>
      <article className={styles.card}>
        <h1 tabIndex={-1}>{t('approve.question', { app })}</h1>
        {request.agent ? (
          <p>{t('approve.agentCheck', { app, place: request.agent.returnsTo })}</p>
        ) : isElsewhere ? (
          <div className="stack gap-3">
            <p role="alert">{t('approve.elsewhere', { app, address: request.address })}</p>
            <TextField
              label={t('approve.typeCode', { app })}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              maxLength={20}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        ) : (
          <div className="stack gap-3">
            <p>{t('approve.codeCheck', { app })}</p>
            <p className={cards.code}>{request.userCode}</p>
          </div>
        )}
        <RequestFacts request={request} />
        {request.agent && <AgentTerms store={store} />}
        <ScopeList scopes={request.scopes} ticked={ticked} onToggle={toggle} />
        {error !== null && <ErrorNotice error={error} />}
        <div className="button-pair">
          <Button
            variant="primary"
            size="large"
            disabled={!canApprove}
            onClick={() => void approve(isElsewhere ? typed : undefined)}
          >
            {t('approve.approve')}
          </Button>
          <Button size="large" disabled={isBusy} onClick={deny}>
            {t('approve.deny')}
          </Button>
        </div>
        {ticked.size === 0 && <p className={styles.hint}>{t('approve.tickOne')}</p>}
      </article>
    </div>
  );
}

type Ending = keyof typeof endingIcons;

const endingIcons = { approved: 'check', denied: 'close', expired: 'alert', unknown: 'alert' } as const;

function findEnding({ decision, request, error }: ApproveState): Ending | null {
  if (decision !== null) return decision === 'approved' ? 'approved' : 'denied';
  if (error?.code === 'SESSION_EXPIRED' || request?.status === 'expired') return 'expired';
  if (request === null && (error?.code === 'NOT_FOUND' || error?.code === 'INVALID_INPUT')) return 'unknown';
  if (request?.status === 'approved' || request?.status === 'consumed') return 'approved';
  return request?.status === 'denied' ? 'denied' : null;
}

/** Who is asking. All of it is untrusted and shown as plain text. */
function RequestFacts({ request }: { readonly request: PluginSession }) {
  const { agent } = request;
  const whose: readonly Fact[] = agent
    ? [
        [t('approve.facts.client'), agent.client ?? t('approve.facts.unvouched')],
        [t('approve.facts.returnsTo'), agent.returnsTo],
      ]
    : [
        [t('approve.facts.program'), nameProgram(request.pluginFamily)],
        [t('approve.facts.device'), request.deviceName],
      ];
  const facts: readonly Fact[] = [
    [t('approve.facts.app'), `${request.appName} ${request.appVersion}`],
    ...whose,
    [t('approve.facts.address'), request.address],
    [
      t('approve.facts.started'),
      t('approve.facts.startedAt', {
        time: formatDateAndTime(request.startedAt),
        ago: formatRelativeTime(request.startedAt, Date.now()),
      }),
    ],
  ];
  return <FactList facts={facts} />;
}

const { scopes: known } = english;
/** A newer server can request scopes that are unknown here, and describes them itself. */
const isKnown = (scope: string): scope is keyof typeof known => Object.hasOwn(known, scope);

type ScopeListProps = {
  readonly scopes: PluginSession['scopes'];
  readonly ticked: ReadonlySet<RequestedScope>;
  readonly onToggle: (scope: RequestedScope) => void;
};

function ScopeList({ scopes, ticked, onToggle }: ScopeListProps) {
  return (
    <fieldset className={styles.scopes}>
      <legend>{t('approve.permissions')}</legend>
      {scopes.map(({ scope, sentence }) => (
        <Tick key={scope} isOn={ticked.has(scope)} onTurn={() => onToggle(scope)}>
          {isKnown(scope) ? t(`approve.scopes.${scope}`) : sentence}
        </Tick>
      ))}
    </fieldset>
  );
}

import { useId } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { t } from '../../text/text.ts';
import type { AdminSection, HrefOfSection } from './admin-sections.ts';

type Step = 'demo' | 'models' | 'hosts' | 'registration' | 'invite' | 'backup';

const places: Readonly<Record<Step, AdminSection>> = {
  demo: 'library',
  models: 'library',
  hosts: 'hosts',
  registration: 'invitations',
  invite: 'invitations',
  backup: 'backups',
};

export type ServerState = {
  readonly status: OutputOf<'adminStatus'>;
  readonly isBackupPossible: boolean;
};

/** Returns what a new server still needs. */
function listSteps({ status, isBackupPossible }: ServerState): readonly Step[] {
  const { library, hosts, models, registration } = status;
  const isSite = library.folder === null;
  const isAlone = status.accounts === 1;
  const isOpen = registration === 'open';
  const lacks: Readonly<Record<Step, boolean>> = {
    demo: library.isDemo,
    models: !isSite && library.isReady && models === 0,
    hosts: isSite && hosts.length === 0,
    registration: isAlone && isOpen && !status.isRegistrationFixed,
    invite: isAlone && registration === 'invite',
    backup: status.lastBackupAt === null && isBackupPossible,
  };
  return (Object.keys(places) as Step[]).filter((step) => lacks[step]);
}

type FirstDayProps = { readonly state: ServerState; readonly hrefOf: HrefOfSection };

/** The steps after the first account is created; each disappears when done. */
export function FirstDay({ state, hrefOf }: FirstDayProps) {
  const id = useId();
  const steps = listSteps(state);
  if (steps.length === 0) return null;
  return (
    <section className="panel stack packed gap-3 shrinkable" aria-labelledby={id}>
      <h3 id={id}>{t('admin.firstDay.title')}</h3>
      <ul className="stack gap-1">
        {steps.map((step) => (
          <li key={step}>
            <a href={hrefOf(places[step])}>{t(`admin.firstDay.${step}`)}</a>
            {(step === 'demo' || step === 'hosts') && (
              <p className="field-hint">{t(`admin.firstDay.hints.${step}`)}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

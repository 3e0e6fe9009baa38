import { useId, useState } from 'react';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useAttempt } from '../../components/forms/use-attempt.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

const modes = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof modes)[number];

type RegistrationChoiceProps = {
  readonly api: AdminApi;
  readonly registration: Registration;
  /** The server's settings say it. */
  readonly isFixed: boolean;
  readonly onChange: (registration: Registration) => void;
};

/** Who may create an account. */
export function RegistrationChoice({ api, registration, isFixed, onChange }: RegistrationChoiceProps) {
  const id = useId();
  const { isBusy, error, attempt } = useAttempt();
  const [asked, setAsked] = useState(registration);
  const choose = (next: Registration) => {
    if (isBusy) return;
    setAsked(next);
    void attempt(async () => {
      await api.call('adminSetRegistration', { registration: next });
      onChange(next);
    });
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('admin.server.registration')}
      </label>
      <div>
        <select
          id={id}
          className="input"
          aria-describedby={`${id}-note`}
          disabled={isFixed}
          aria-busy={isBusy}
          value={isBusy ? asked : registration}
          onChange={(event) => choose(modes.find((mode) => mode === event.target.value) ?? registration)}
        >
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {t(`admin.server.registrations.${mode}`)}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-note`} className="field-hint">
        {isFixed ? t('admin.server.registrationFixed') : t(`admin.server.registrationHints.${registration}`)}
      </p>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

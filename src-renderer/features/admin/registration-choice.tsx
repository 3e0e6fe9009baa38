import { useState } from 'react';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { useAttempt } from '../../components/forms/use-attempt.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

const modes = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof modes)[number];

type RegistrationChoiceProps = {
  readonly api: AdminApi;
  readonly registration: Registration;
  /** True if the server's settings fix the choice. */
  readonly isFixed: boolean;
  readonly onChange: (registration: Registration) => void;
};

export function RegistrationChoice({ api, registration, isFixed, onChange }: RegistrationChoiceProps) {
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
    <div>
      <SelectField
        label={t('admin.server.registration')}
        hint={t(
          isFixed ? 'admin.server.registrationFixed' : `admin.server.registrationHints.${registration}`,
        )}
        disabled={isFixed}
        aria-busy={isBusy}
        value={isBusy ? asked : registration}
        options={modes.map((mode) => [mode, t(`admin.server.registrations.${mode}`)])}
        onChoose={choose}
      />
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

import { type FormEvent, useState } from 'react';
import { AppError } from '../../../server/contract/errors.ts';
import type { InputOf } from '../../../server/contract/index.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toAppError } from '../../errors/describe-error.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { readUsd } from '../../lib/read-usd.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountApi } from './account-lists.ts';

type ApiKeyFormProps = {
  readonly api: AccountApi;
  readonly onMade: (secret: string) => void;
  readonly onCancel: () => void;
};

const empty = { name: '', cap: '', until: '', asksFirst: true };
type Draft = typeof empty;

export function ApiKeyForm({ api, onMade, onCancel }: ApiKeyFormProps) {
  const [draft, setDraft] = useState<Draft>(empty);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      const { apiKey } = await api.call('createApiKey', toInput(draft));
      onMade(apiKey);
    } catch (thrown) {
      setError(toAppError(thrown));
      setIsBusy(false);
    }
  };
  const bind = (field: 'name' | 'cap' | 'until', name: string) => ({
    name,
    value: draft[field],
    autoComplete: 'off',
    error: findFieldError(error, name),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [field]: event.target.value }),
  });
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('access.keys.name')}
        required
        maxLength={100}
        hint={t('access.keys.nameHint')}
        {...bind('name', 'name')}
      />
      <TextField
        label={t('access.keys.capLabel')}
        inputMode="decimal"
        hint={t('access.keys.capHint')}
        {...bind('cap', 'spendingCapUsd')}
      />
      <TextField
        label={t('access.keys.expiresLabel')}
        type="date"
        hint={t('access.keys.expiresHint')}
        {...bind('until', 'expiresAt')}
      />
      <label className={`row middle gap-3 ${styles.tick}`}>
        <input
          type="checkbox"
          checked={draft.asksFirst}
          onChange={() => setDraft({ ...draft, asksFirst: !draft.asksFirst })}
        />
        {t('access.keys.confirmCharges')}
      </label>
      {error !== null && <ErrorNotice error={error} />}
      <FormActions action={t('access.keys.create')} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}

/** Throws INVALID_INPUT for a cap that is not an amount: sent as it is, it would become no cap at all. */
function toInput({ name, cap, until, asksFirst }: Draft): InputOf<'createApiKey'> {
  const spendingCapUsd = cap.trim() === '' ? null : readUsd(cap);
  if (cap.trim() !== '' && spendingCapUsd === null) {
    throw new AppError('INVALID_INPUT', t('failures.spendingCap'), {
      details: { fields: { spendingCapUsd: t('failures.amountHint') } },
    });
  }
  const expiresAt = until === '' ? null : new Date(`${until}T23:59:59`).toISOString();
  return { name, spendingCapUsd, expiresAt, asksFirst };
}

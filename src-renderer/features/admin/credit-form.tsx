import { type FormEvent, useState } from 'react';
import type { AdminAccount } from '../../../server/contract/admin-accounts.ts';
import { AppError } from '../../../server/contract/errors.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { readUsd } from '../../lib/read-usd.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

type CreditFormProps = {
  readonly api: AdminApi;
  readonly account: AdminAccount;
  readonly task: 'grant' | 'take';
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

export function CreditForm({ api, account, task, onDone, onCancel }: CreditFormProps) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      const input = { accountId: account.id, amountUsd: requireUsd(amount), reason };
      await (task === 'grant' ? api.call('adminGrant', input) : api.call('adminTake', input));
      onDone();
    });
  };
  return (
    <form className="stack gap-4" onSubmit={submit}>
      <p className="quiet">{t('admin.account.balance', { balance: formatUsd(account.balanceUsd) })}</p>
      <TextField
        label={t('admin.account.amount')}
        inputMode="decimal"
        autoComplete="off"
        required
        value={amount}
        error={findFieldError(error, 'amountUsd')}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label={t('admin.account.reason')}
        autoComplete="off"
        required
        maxLength={500}
        hint={t('admin.account.reasonHint')}
        value={reason}
        error={findFieldError(error, 'reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      {error !== null && <ErrorNotice error={error} />}
      <FormActions
        action={task === 'grant' ? t('admin.account.grant') : t('admin.account.take')}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </form>
  );
}

function requireUsd(text: string): number {
  const usd = readUsd(text);
  if (usd !== null && usd > 0) return usd;
  throw new AppError('INVALID_INPUT', t('failures.amount'), {
    details: { fields: { amountUsd: t('failures.amountHint') } },
  });
}

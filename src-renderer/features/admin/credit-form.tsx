import type { AdminAccount } from '../../../server/contract/admin-accounts.ts';
import { AppError } from '../../../server/contract/errors.ts';
import { Form, useForm } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
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
  const form = useForm({ amountUsd: '', reason: '' });
  const send = async () => {
    const { amountUsd, reason } = form.values;
    const input = { accountId: account.id, amountUsd: requireUsd(amountUsd), reason };
    await (task === 'grant' ? api.call('adminGrant', input) : api.call('adminTake', input));
    onDone();
  };
  const action = task === 'grant' ? t('admin.account.grant') : t('admin.account.take');
  return (
    <Form form={form} onSend={send} action={action} onCancel={onCancel}>
      <p className="quiet">{t('admin.account.balance', { balance: formatUsd(account.balanceUsd) })}</p>
      <TextField
        label={t('admin.account.amount')}
        inputMode="decimal"
        autoComplete="off"
        required
        {...form.bind('amountUsd')}
      />
      <TextField
        label={t('admin.account.reason')}
        autoComplete="off"
        required
        maxLength={500}
        hint={t('admin.account.reasonHint')}
        {...form.bind('reason')}
      />
    </Form>
  );
}

function requireUsd(text: string): number {
  const usd = readUsd(text);
  if (usd !== null && usd > 0) return usd;
  throw new AppError('INVALID_INPUT', t('failures.amount'), {
    details: { fields: { amountUsd: t('failures.amountHint') } },
  });
}

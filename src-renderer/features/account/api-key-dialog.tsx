import { useState } from 'react';
import { AppError } from '../../../server/contract/errors.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import dialogStyles from '../../components/forms/dialog.module.css';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Form, useForm } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import { Notice } from '../../components/notice.tsx';
import { hasPrices } from '../../lib/has-prices.ts';
import { readUsd } from '../../lib/read-usd.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountApi } from './account-lists.ts';

type ApiKeyDialogProps = {
  readonly api: AccountApi;
  readonly onMade: () => void;
  readonly onClose: () => void;
};

/** Creates a key and shows it once; it is stored nowhere else. */
export function ApiKeyDialog({ api, onMade, onClose }: ApiKeyDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const take = (made: string) => {
    setSecret(made);
    onMade();
  };
  const close = () => {
    setSecret(null);
    onClose();
  };
  if (secret === null)
    return (
      <Dialog title={t('access.keys.new')} onClose={close}>
        <ApiKeyForm api={api} onMade={take} onCancel={close} />
      </Dialog>
    );
  return (
    <Dialog key="made" title={t('access.keys.made')} onClose={close}>
      <Notice tone="warn">{t('access.keys.madeHint')}</Notice>
      <p className="secret mono breakable">
        <span className="visually-hidden">{t('access.keys.theKeyIs')} </span>
        {secret}
      </p>
      <div className={dialogStyles.actions}>
        <CopyButton text={secret} label={t('access.keys.copy')} />
        <Button variant="primary" onClick={close}>
          {t('common.done')}
        </Button>
      </div>
    </Dialog>
  );
}

type ApiKeyFormProps = {
  readonly api: AccountApi;
  readonly onMade: (secret: string) => void;
  readonly onCancel: () => void;
};

function ApiKeyForm({ api, onMade, onCancel }: ApiKeyFormProps) {
  const form = useForm({ name: '', spendingCapUsd: '', expiresAt: '' });
  const [asksFirst, setAsksFirst] = useState(true);
  const send = async () => {
    const { apiKey } = await api.call('createApiKey', { ...toInput(form.values), asksFirst });
    onMade(apiKey);
  };
  const bind = (name: keyof typeof form.values) => ({ autoComplete: 'off', ...form.bind(name) });
  return (
    <Form {...{ form, onCancel, className: styles.form }} onSend={send} action={t('access.keys.create')}>
      <TextField
        label={t('access.keys.name')}
        required
        maxLength={100}
        hint={t('access.keys.nameHint')}
        {...bind('name')}
      />
      {hasPrices() && (
        <TextField
          label={t('access.keys.capLabel')}
          inputMode="decimal"
          hint={t('access.keys.capHint')}
          {...bind('spendingCapUsd')}
        />
      )}
      <TextField
        label={t('access.keys.expiresLabel')}
        type="date"
        hint={t('access.keys.expiresHint')}
        {...bind('expiresAt')}
      />
      {hasPrices() && (
        <Tick isOn={asksFirst} onTurn={setAsksFirst}>
          {t('access.keys.confirmCharges')}
        </Tick>
      )}
    </Form>
  );
}

/** Throws INVALID_INPUT for a cap that is not an amount, as the server would take it for no cap. */
function toInput(draft: {
  readonly name: string;
  readonly spendingCapUsd: string;
  readonly expiresAt: string;
}) {
  const { name, spendingCapUsd: cap, expiresAt: until } = draft;
  const spendingCapUsd = cap.trim() === '' ? null : readUsd(cap);
  if (cap.trim() !== '' && spendingCapUsd === null) {
    throw new AppError('INVALID_INPUT', t('failures.spendingCap'), {
      details: { fields: { spendingCapUsd: t('failures.amountHint') } },
    });
  }
  const expiresAt = until === '' ? null : new Date(`${until}T23:59:59`).toISOString();
  return { name, spendingCapUsd, expiresAt };
}

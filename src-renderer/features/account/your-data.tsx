import { useId, useState } from 'react';
import { Button, LinkButton } from '../../components/button.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Form, useForm } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { formatUsd } from '../../lib/format-price.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountApi } from './account-lists.ts';

type YourDataProps = {
  readonly api: AccountApi;
  readonly email: string;
  readonly balanceUsd: number | null;
  readonly onDeleted: () => void;
};

const stored = [
  'person',
  'access',
  'places',
  'models',
  'lists',
  'money',
  'agents',
  'admins',
  'logs',
] as const;

/** The data stored about the user, its download, and the deletion of the account. */
export function YourData({ api, email, balanceUsd, onDeleted }: YourDataProps) {
  const titleId = useId();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className={`stack gap-4 ${styles.data}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('account.data.title')}</h2>
      <p className="quiet">{t('account.data.hint')}</p>
      <ul className={styles.stored}>
        {stored.map((kind) => (
          <li key={kind}>{t(`account.data.stored.${kind}`)}</li>
        ))}
      </ul>
      <div className="row wrap gap-3">
        <LinkButton href={`${sitePath}/api/account/export`} download>
          {t('account.data.download')}
        </LinkButton>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {t('account.data.delete')}
        </Button>
      </div>
      {isAsking && (
        <DeleteAccountDialog
          api={api}
          email={email}
          balanceUsd={balanceUsd}
          onDeleted={onDeleted}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

type DeleteAccountDialogProps = {
  readonly api: AccountApi;
  readonly email: string;
  readonly balanceUsd: number | null;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

/** Explains what is lost, and asks for the password. */
function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { api, email, balanceUsd, onDeleted, onClose } = props;
  const form = useForm({ password: '' });
  const send = async () => {
    await api.call('deleteAccount', form.values);
    onDeleted();
  };
  return (
    <Dialog title={t('account.data.deleteTitle')} onClose={onClose}>
      <Form
        {...{ form, className: styles.form, variant: 'danger' }}
        onSend={send}
        action={t('account.data.deleteConfirm')}
        onCancel={onClose}
      >
        <p>{t('account.data.deleteHint')}</p>
        {balanceUsd !== null && balanceUsd > 0 && (
          <p>{t('account.data.deleteBalance', { balance: formatUsd(balanceUsd) })}</p>
        )}
        <TextField
          label={t('account.data.deletePassword')}
          type="password"
          autoComplete="current-password"
          required
          {...form.bind('password')}
        />
        {/* After the password, as a dialog focuses its first field. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      </Form>
    </Dialog>
  );
}

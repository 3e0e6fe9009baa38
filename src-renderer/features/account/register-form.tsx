import { Form, useForm } from '../../components/form.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { WebSessionStore } from './web-session-store.ts';

const nobody = { name: '', email: '', password: '', setupCode: '', inviteCode: '' };

type RegisterFormProps = {
  readonly store: WebSessionStore;
  /** The codes of the link that the person followed. */
  readonly invitation: string | null;
  readonly setupCode: string | null;
};

export function RegisterForm({ store, invitation, setupCode: given }: RegisterFormProps) {
  const { isBusy, error, registration } = usePicked(store, 'isBusy', 'error', 'registration');
  const { signUp } = store.getState();
  const codes = { inviteCode: invitation ?? '', setupCode: given ?? '' };
  const form = useForm({ ...nobody, ...codes }, { isBusy, error });
  const { values, bind } = form;
  const needsSetupCode =
    given !== null || values.setupCode !== '' || error?.details?.setupCodeRequired === true;
  const needsInvitation =
    invitation !== null || registration === 'invite' || error?.details?.inviteCodeRequired === true;
  const send = () => {
    const { setupCode, inviteCode, ...person } = values;
    return signUp({
      ...person,
      ...(setupCode !== '' && { setupCode }),
      ...(inviteCode !== '' && { inviteCode }),
    });
  };
  return (
    <Form form={form} onSend={send} action={t('account.create')} className={styles.form}>
      {needsInvitation && (
        <TextField
          label={t('account.invitationCode')}
          autoComplete="off"
          required
          hint={t('account.invitationCodeHint')}
          {...bind('inviteCode')}
        />
      )}
      <TextField label={t('account.name')} autoComplete="name" required maxLength={100} {...bind('name')} />
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username"
        required
        {...bind('email')}
      />
      <NewPasswordField label={t('account.password')} {...bind('password')} />
      {needsSetupCode && (
        <TextField
          label={t('account.setupCode')}
          autoComplete="off"
          hint={t('account.setupCodeHint')}
          {...bind('setupCode')}
        />
      )}
    </Form>
  );
}

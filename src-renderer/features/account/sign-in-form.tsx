import { Form, useForm } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { WebSessionStore } from './web-session-store.ts';

export function SignInForm({ store }: { readonly store: WebSessionStore }) {
  const form = useForm({ email: '', password: '' }, usePicked(store, 'isBusy', 'error'));
  const { signIn } = store.getState();
  return (
    <Form form={form} onSend={() => signIn(form.values)} action={t('common.signIn')} className={styles.form}>
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username"
        required
        {...form.bind('email')}
      />
      <TextField
        label={t('account.password')}
        type="password"
        autoComplete="current-password"
        required
        {...form.bind('password')}
      />
    </Form>
  );
}

import type { ComponentProps } from 'react';
import { limits } from '../../../server/contract/limits.ts';
import { t } from '../../text/text.ts';
import { TextField } from './text-field.tsx';

/** A field for a new password: shows the minimum length, and lets password managers propose one. */
export function NewPasswordField(field: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="password"
      autoComplete="new-password"
      required
      minLength={limits.password.min}
      hint={t('account.passwordHint', { count: limits.password.min })}
      {...field}
    />
  );
}

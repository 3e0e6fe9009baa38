import { z } from 'zod';
import { AmountUsd } from '../../contract/account-access.ts';

/** Fields that several commands on accounts share. */
export const EmailOrId = z.string().min(1).describe('E-mail address or id of an account');
export const Reason = z.string().trim().min(1).max(500).describe('Shown to the account');
export const Usd = z.coerce
  .number({ error: 'Write dollars and cents, like 12.50' })
  .pipe(AmountUsd.min(0.01, 'Write at least one cent'));

import { z } from 'zod';
import { AmountUsd } from '../accounts/account-access.ts';
import { Email, GivenRole, Name, Password, Transaction, User } from '../accounts/accounts.ts';
import { IsoTime, Ok, PageQuery, PlainText, pageShape, Usd } from '../common.ts';
import { defineRoute } from '../define.ts';

export const AdminId = z.string().min(1).max(128);
const Reason = PlainText.min(1).max(500);
const PositiveUsd = AmountUsd.min(0.01, 'Write at least one cent');

export const AdminAccount = User.extend({
  isDisabled: z.boolean(),
  balanceUsd: Usd,
  createdAt: IsoTime,
});
export type AdminAccount = z.infer<typeof AdminAccount>;

/** Fields shared by all admin routes. */
export const admin = {
  audience: ['admin'],
  callers: ['user', 'session'],
  role: 'admin',
  rate: 'admin',
} as const;
export const adminErrors = ['UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_INPUT', 'RATE_LIMITED'] as const;
const account = { params: z.object({ accountId: AdminId }) } as const;
const change = {
  ...admin,
  ...account,
  method: 'POST',
  response: z.object({ ok: Ok, account: AdminAccount }),
} as const;

/** Lists and changes accounts for admins. Every change is recorded as an action. */
export const adminAccountRoutes = {
  adminAccounts: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/accounts',
    summary: 'Accounts, oldest first',
    query: PageQuery.extend({
      search: z.string().max(200).optional().describe('Part of an e-mail address or name'),
    }),
    response: z.object({ ok: Ok, accounts: z.array(AdminAccount), ...pageShape }),
    errors: adminErrors,
  }),
  adminCreateAccount: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/accounts',
    summary: 'Create an account with the welcome credit, even if registration is closed',
    body: z.object({ email: Email, password: Password, name: Name, role: GivenRole.optional() }),
    status: 201,
    response: change.response,
    errors: [...adminErrors, 'EMAIL_TAKEN'],
  }),
  adminAccount: defineRoute({
    ...admin,
    ...account,
    method: 'GET',
    path: '/api/admin/accounts/{accountId}',
    summary: 'One account',
    response: change.response,
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminTransactions: defineRoute({
    ...admin,
    ...account,
    method: 'GET',
    path: '/api/admin/accounts/{accountId}/transactions',
    summary: "An account's ledger, newest first",
    query: PageQuery,
    response: z.object({ ok: Ok, transactions: z.array(Transaction), ...pageShape }),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminGrant: defineRoute({
    ...change,
    path: '/api/admin/accounts/{accountId}/grant',
    summary: 'Add credit; the account sees the reason',
    body: z.object({ amountUsd: PositiveUsd, reason: Reason }),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminTake: defineRoute({
    ...change,
    path: '/api/admin/accounts/{accountId}/take',
    summary: 'Debit the balance; the account sees the reason',
    body: z.object({
      amountUsd: PositiveUsd,
      reason: Reason,
      allowNegative: z.boolean().optional().describe('Take more than there is'),
    }),
    errors: [...adminErrors, 'NOT_FOUND', 'INSUFFICIENT_BALANCE'],
  }),
  adminDisable: defineRoute({
    ...change,
    path: '/api/admin/accounts/{accountId}/disable',
    summary: 'Shut an account; its tokens and sessions end at once',
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminEnable: defineRoute({
    ...change,
    path: '/api/admin/accounts/{accountId}/enable',
    summary: 'Enable an account again; its owner has to sign in again',
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminSetPassword: defineRoute({
    ...change,
    path: '/api/admin/accounts/{accountId}/password',
    summary: "Reset an account's password; its tokens and sessions end at once",
    body: z.object({ newPassword: Password }),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminSetRole: defineRoute({
    ...change,
    path: '/api/admin/accounts/{accountId}/role',
    summary: 'Make an account an admin, a publisher or a member',
    body: z.object({ role: GivenRole }),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
};

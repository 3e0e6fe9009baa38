import { change, type Steps, selectOne } from '../../base/store/steps.ts';
import type { AppFacts } from '../access/tokens.ts';

export type SignInState = 'pending' | 'approved' | 'denied' | 'expired' | 'consumed';

export type SignIn = AppFacts & {
  readonly idHash: Buffer;
  readonly pollHash: Buffer;
  readonly userCode: string;
  readonly status: SignInState;
  readonly address: string;
  /** JSON; requested scopes while pending, granted ones once approved. */
  readonly scopes: string;
  readonly accountId: string | null;
  readonly intervalMs: number;
  readonly polledAt: number | null;
  readonly startedAt: string;
  readonly expiresAt: string;
  /** JSON of the authorization request of an app with a return address; null for apps that poll. */
  readonly request: string | null;
  /** JSON of the limits that the user set for such an app. */
  readonly terms: string | null;
};

type Move = {
  readonly from: SignInState;
  readonly to: SignInState;
  readonly accountId?: string | null;
  readonly scopes?: string | null;
};

const insert = change<SignIn>(
  `INSERT INTO sign_in (id_hash, poll_hash, user_code, status, app_slug, app_name, app_version, plugin_family,
     device_name, address, scopes, account_id, interval_ms, polled_at, started_at, expires_at, request, terms)
   VALUES (@idHash, @pollHash, @userCode, @status, @appSlug, @appName, @appVersion, @pluginFamily, @deviceName,
     @address, @scopes, @accountId, @intervalMs, @polledAt, @startedAt, @expiresAt,
     @request, @terms)`,
);
const columns = `id_hash AS "idHash", poll_hash AS "pollHash", user_code AS "userCode", status, app_slug AS "appSlug",
  app_name AS "appName", app_version AS "appVersion", plugin_family AS "pluginFamily", device_name AS "deviceName",
  address, scopes, account_id AS "accountId", interval_ms AS "intervalMs", polled_at AS "polledAt",
  started_at AS "startedAt", expires_at AS "expiresAt",
  request, terms`;
const select = selectOne<{ idHash: Buffer }, SignIn>(
  `SELECT ${columns} FROM sign_in WHERE id_hash = @idHash`,
);
const selectByCode = selectOne<{ userCode: string }, SignIn>(
  `SELECT ${columns} FROM sign_in WHERE user_code = @userCode`,
);
const countWrong = selectOne<{ idHash: Buffer }, { readonly guesses: number }>(
  'UPDATE sign_in SET code_guesses = code_guesses + 1 WHERE id_hash = @idHash RETURNING code_guesses AS guesses',
);
const update = change<{
  idHash: Buffer;
  from: string;
  to: string;
  accountId: string | null;
  scopes: string | null;
}>(
  `UPDATE sign_in SET status = @to, account_id = coalesce(@accountId, account_id), scopes = coalesce(@scopes, scopes)
   WHERE id_hash = @idHash AND status = @from`,
);
type Coded = Pick<SignIn, 'idHash' | 'pollHash' | 'expiresAt'> & {
  readonly accountId: string;
  readonly scopes: string;
  readonly terms: string;
};
const approveCoded = change<Coded>(
  `UPDATE sign_in SET status = 'approved', account_id = @accountId, scopes = @scopes, terms = @terms,
     poll_hash = @pollHash, expires_at = @expiresAt
   WHERE id_hash = @idHash AND status = 'pending'`,
);
const poll = change<{ idHash: Buffer; at: number; intervalMs: number }>(
  'UPDATE sign_in SET polled_at = @at, interval_ms = @intervalMs WHERE id_hash = @idHash',
);
const sweep = change<{ before: string }>('DELETE FROM sign_in WHERE expires_at < @before');

export const signIns = {
  add: (signIn: SignIn) => insert(signIn),
  find: (idHash: Buffer) => select({ idHash }),
  findByCode: (userCode: string) => selectByCode({ userCode }),
  *noteWrongCode(idHash: Buffer): Steps<number> {
    return (yield* countWrong({ idHash }))?.guesses ?? 0;
  },
  /** Moves from one state to another; false if it was not in the first. */
  *move(idHash: Buffer, { from, to, accountId = null, scopes = null }: Move): Steps<boolean> {
    return (yield* update({ idHash, from, to, accountId, scopes })) === 1;
  },
  /** Approves a sign-in of an app with a return address; false if it was decided already. */
  *approveCoded(coded: Coded): Steps<boolean> {
    return (yield* approveCoded(coded)) === 1;
  },
  notePoll: (idHash: Buffer, { at, intervalMs }: { at: number; intervalMs: number }) =>
    poll({ idHash, at, intervalMs }),
  removeExpired: (before: string) => sweep({ before }),
};

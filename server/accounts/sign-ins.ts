import type { Db } from '../base/db/open-database.ts';

export type SignInState = 'pending' | 'approved' | 'denied' | 'expired' | 'consumed';

export type SignIn = {
  readonly idHash: Buffer;
  readonly pollHash: Buffer;
  readonly userCode: string;
  readonly status: SignInState;
  readonly appSlug: string;
  readonly appName: string;
  readonly appVersion: string;
  readonly pluginFamily: string;
  readonly deviceName: string;
  readonly address: string;
  /** Asked for while pending, granted once approved. JSON. */
  readonly scopes: string;
  readonly accountId: string | null;
  readonly intervalMs: number;
  readonly polledAt: number | null;
  readonly startedAt: string;
  readonly expiresAt: string;
};

export type SignIns = {
  add(signIn: SignIn): void;
  find(idHash: Buffer): SignIn | null;
  findByCode(userCode: string): SignIn | null;
  /** Counts a wrong code that was typed for this sign-in; how many there were. */
  noteWrongCode(idHash: Buffer): number;
  /** Moves from one state to the next; false when it was no longer in the first. */
  move(idHash: Buffer, change: Move): boolean;
  notePoll(idHash: Buffer, poll: { at: number; intervalMs: number }): void;
  removeExpired(before: string): void;
};

export type Move = {
  readonly from: SignInState;
  readonly to: SignInState;
  readonly accountId?: string;
  readonly scopes?: string;
};

export function createSignIns(db: Db): SignIns {
  const insert = db.prepare<[SignIn]>(
    `INSERT INTO sign_in (id_hash, poll_hash, user_code, status, app_slug, app_name, app_version, plugin_family,
       device_name, address, scopes, account_id, interval_ms, polled_at, started_at, expires_at)
     VALUES (@idHash, @pollHash, @userCode, @status, @appSlug, @appName, @appVersion, @pluginFamily, @deviceName,
       @address, @scopes, @accountId, @intervalMs, @polledAt, @startedAt, @expiresAt)`,
  );
  const columns = `id_hash AS idHash, poll_hash AS pollHash, user_code AS userCode, status, app_slug AS appSlug,
       app_name AS appName, app_version AS appVersion, plugin_family AS pluginFamily, device_name AS deviceName,
       address, scopes, account_id AS accountId, interval_ms AS intervalMs, polled_at AS polledAt,
       started_at AS startedAt, expires_at AS expiresAt`;
  const select = db.prepare<[Buffer], SignIn>(`SELECT ${columns} FROM sign_in WHERE id_hash = ?`);
  const selectByCode = db.prepare<[string], SignIn>(`SELECT ${columns} FROM sign_in WHERE user_code = ?`);
  const countWrong = db
    .prepare<[Buffer], number>(
      'UPDATE sign_in SET code_guesses = code_guesses + 1 WHERE id_hash = ? RETURNING code_guesses',
    )
    .pluck();
  const update = db.prepare(
    `UPDATE sign_in SET status = ?, account_id = coalesce(?, account_id), scopes = coalesce(?, scopes)
     WHERE id_hash = ? AND status = ?`,
  );
  const poll = db.prepare('UPDATE sign_in SET polled_at = ?, interval_ms = ? WHERE id_hash = ?');
  const sweep = db.prepare('DELETE FROM sign_in WHERE expires_at < ?');

  return {
    add: (signIn) => void insert.run(signIn),
    find: (idHash) => select.get(idHash) ?? null,
    findByCode: (userCode) => selectByCode.get(userCode) ?? null,
    noteWrongCode: (idHash) => countWrong.get(idHash) ?? 0,
    move: (idHash, { from, to, accountId = null, scopes = null }) =>
      update.run(to, accountId, scopes, idHash, from).changes === 1,
    notePoll: (idHash, { at, intervalMs }) => void poll.run(at, intervalMs, idHash),
    removeExpired: (before) => void sweep.run(before),
  };
}

import {
  type CallerRow,
  type Callers,
  callerBytes,
  digestOf,
  type KnownCaller,
  toKnownCaller,
} from '../accounts/access/callers.ts';
import { keepLatest } from '../base/cache/keep-latest.ts';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Clock } from '../base/clock.ts';
import type { Caller } from '../base/http/caller.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { toArrayText } from './postgres/array-text.ts';
import type { Notices } from './postgres/notices.ts';
import type { Link } from './postgres/open-link.ts';

type Row = CallerRow & {
  readonly digest: string;
  /** Whether its charges are limited by a cap or need the user's approval. */
  readonly is_bounded: boolean;
};
type Known = {
  readonly caller: KnownCaller | null;
  readonly isBounded: boolean;
  readonly confirmedAt: number;
  /** When a request last started with it. */
  trustedAt: number;
  isFresh: boolean;
};

type SharedCallers = Callers & {
  /** Whether a token can charge the account's whole balance; false also if unknown. */
  isUnbounded(tokenId: string): boolean;
  isAlive(tokenId: string): boolean;
  holderOf(tokenId: string): Caller | null;
  /** Call after this process has changed callers itself. */
  drop(): void;
};

type Parts = {
  readonly link: Link;
  readonly notices: Notices;
  readonly clock: Clock;
  /** Called with the accounts of loaded callers. */
  readonly onKnown: (accountIds: readonly string[]) => Promise<void>;
};

/** Milliseconds; a caller loaded at the start of a request is known to its end. */
const longestRequest = 10_000;

/**
 * Callers in PostgreSQL, cached until it notifies about a changed token or account. The cache is trusted only while
 * this process receives notices. While PostgreSQL is away, nothing can be revoked in it, so recent callers stay valid
 * for as long as the capabilities of a token would.
 */
export function createSharedCallers({ link, notices, clock, onKnown }: Parts): SharedCallers {
  const known = keepLatest<string, Known>(cacheBudgets.callers, callerBytes);
  const digests = keepLatest<string, string>(cacheBudgets.callerDigests, 200);
  let changes = 0;
  const drop = (accountId?: string) => {
    changes += 1;
    for (const entry of known.values())
      if (accountId === undefined || entry.caller?.caller.accountId === accountId) entry.isFresh = false;
  };
  notices.onHeardAgain(() => drop());

  const read = async (asked: readonly string[]) => {
    const before = changes;
    const wanted = toArrayText(asked.map((digest) => Buffer.from(digest, 'base64url').toString('hex')));
    const rows = await link.ask(
      (sql) => sql<Row[]>`
        SELECT encode(token.hash, 'hex') AS digest, token.id, token.kind, token.account_id, token.scopes, token.resource, account.role,
          coalesce(oauth_grant.access_until, token.expires_at) AS expires_at, token.spending_cap_cents IS NOT NULL OR key_asks_first.token_id IS NOT NULL AS is_bounded
        FROM token JOIN account ON account.id = token.account_id
          LEFT JOIN key_asks_first ON key_asks_first.token_id = token.id
          LEFT JOIN oauth_grant ON oauth_grant.token_id = token.id
        WHERE token.hash IN (SELECT decode(digest, 'hex') FROM unnest(${wanted}::text::text[]) AS wanted (digest))
          AND account.is_disabled = 0`,
    );
    await onKnown(rows.map(({ account_id }) => account_id));
    const found = new Map(rows.map((row) => [Buffer.from(row.digest, 'hex').toString('base64url'), row]));
    for (const digest of asked) {
      const row = found.get(digest);
      const now = clock();
      const entry = { isBounded: row?.is_bounded ?? true, confirmedAt: now, isFresh: before === changes };
      known.set(digest, { ...entry, trustedAt: now, caller: row ? toKnownCaller(row) : null });
      if (row) digests.set(row.id, digest);
    }
  };
  /** Batches all lookups of one turn of the event loop. */
  let batch: { readonly digests: Set<string>; readonly done: Promise<void> } | null = null;
  const ask = (digest: string): Promise<void> => {
    if (batch === null) {
      const wanted = new Set<string>();
      const done = new Promise<void>((resolve) => {
        setImmediate(() => {
          batch = null;
          const readThem = () => read([...wanted]);
          // Retries once. `find` refuses callers that are still unknown then.
          const again = () => (link.isAway() ? undefined : readThem());
          readThem()
            .catch(again)
            .then(resolve, () => resolve());
        });
      });
      batch = { digests: wanted, done };
    }
    batch.digests.add(digest);
    return batch.done;
  };
  notices.onNotice((notice) => {
    const [what, accountId = ''] = notice.split(' ');
    if (what !== 'callers') return;
    drop(accountId);
    const concerned = [...known].filter(([, { caller }]) => caller?.caller.accountId === accountId);
    for (const [digest] of concerned) void ask(digest);
  });
  const isTimely = ({ confirmedAt }: Known) => clock() - confirmedAt < limits.capability.lifetime;
  /** Cached, and either trusted or the best available while PostgreSQL is away. */
  const isGood = (entry: Known) => (entry.isFresh && notices.isHeard()) || (link.isAway() && isTimely(entry));
  const isValid = (entry: Known | undefined) =>
    entry?.caller !== undefined && entry.caller !== null && entry.caller.expiresAt > clock();

  return {
    know(token) {
      const digest = digestOf(token);
      const entry = known.get(digest);
      // An unknown token may be created at any time, so is looked up again.
      if (entry !== undefined && entry.caller !== null && isGood(entry)) {
        entry.trustedAt = clock();
        return;
      }
      if (link.isAway()) return;
      return ask(digest);
    },
    find(token) {
      const entry = known.get(digestOf(token));
      if (entry === undefined || !(isGood(entry) || clock() - entry.trustedAt < longestRequest))
        throw new AppError(
          'UNAVAILABLE',
          'Your sign-in cannot be checked right now because the accounts cannot be reached. Try again in a moment.',
        );
      return isValid(entry) ? (entry.caller?.caller ?? null) : null;
    },
    recall: (token) => known.get(digestOf(token))?.caller?.caller ?? null,
    isUnbounded(tokenId) {
      const entry = known.get(digests.get(tokenId) ?? '');
      return entry !== undefined && !entry.isBounded;
    },
    isAlive: (tokenId) => isValid(known.get(digests.get(tokenId) ?? '')),
    holderOf: (tokenId) => known.get(digests.get(tokenId) ?? '')?.caller?.caller ?? null,
    drop: () => drop(),
  };
}

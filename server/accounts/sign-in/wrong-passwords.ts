import type { Clock } from '../../base/clock.ts';
import type { Limit } from '../../base/http/rate-limit.ts';
import { type AccountStore, turnOf } from '../../base/store/account-store.ts';
import { change, type Steps, selectOne } from '../../base/store/steps.ts';
import { limits } from '../../contract/limits.ts';
import { hashSecret } from '../access/secrets.ts';
import type { Place } from './sign-in-places.ts';

type Try = {
  /** Milliseconds until the next attempt from there; 0 if allowed now. */
  readonly wait: number;
  /** Call with the result, unless it has to wait. */
  readonly end: (isRight: boolean) => Promise<void>;
};

export type WrongPasswords = { begin(email: string, place: Place): Promise<Try> };

/** Hash under which the wrong passwords for an e-mail are stored. */
export const hashEmail = (email: string) => hashSecret(`e-mail ${email}`);

type Key = { readonly hash: Buffer; readonly place: string };
type Times = { readonly since: number; readonly offset: number };
type Time = { readonly at: number };

const insert = selectOne<Key & { known: number; at: number }, { readonly id: number }>(
  `INSERT INTO wrong_password (email_hash, place, is_known, at) VALUES (@hash, @place, @known, @at) RETURNING id`,
);
const remove = change<{ id: number }>('DELETE FROM wrong_password WHERE id = @id');
const sweep = change<{ before: number }>('DELETE FROM wrong_password WHERE at <= @before');
// The one that must expire before the next attempt.
const fromPlace = selectOne<Key & Times, Time>(
  `SELECT at FROM wrong_password WHERE email_hash = @hash AND place = @place AND at > @since
   ORDER BY at DESC LIMIT 1 OFFSET @offset`,
);
const fromStrangers = selectOne<{ hash: Buffer } & Times, Time>(
  `SELECT at FROM wrong_password WHERE email_hash = @hash AND is_known = 0 AND at > @since
   ORDER BY at DESC LIMIT 1 OFFSET @offset`,
);

const { fromOnePlace, fromUnknownPlaces } = limits.wrongPasswords;
const toTimes = ({ window, max }: Limit, now: number): Times => ({ since: now - window, offset: max - 1 });
const waitAfter = (oldest: Time | null, { window }: Limit, now: number) =>
  oldest === null ? 0 : oldest.at + window - now;

function* waitFor(email: string, { name, isKnown }: Place, now: number): Steps<number> {
  const hash = hashEmail(email);
  const here = yield* fromPlace({ hash, place: name, ...toTimes(fromOnePlace, now) });
  const strangers = isKnown ? null : yield* fromStrangers({ hash, ...toTimes(fromUnknownPlaces, now) });
  return Math.max(waitAfter(here, fromOnePlace, now), waitAfter(strangers, fromUnknownPlaces, now));
}

function* note(email: string, { name, isKnown }: Place, now: number): Steps<number> {
  yield* sweep({ before: now - Math.max(fromOnePlace.window, fromUnknownPlaces.window) });
  const made = yield* insert({ hash: hashEmail(email), place: name, known: isKnown ? 1 : 0, at: now });
  return made?.id ?? 0;
}

const nothing = async () => {};

/**
 * Wrong passwords, stored in the database so that they survive a restart. They lock an e-mail for the place they came
 * from. Many from places where the account never signed in lock it for all such places.
 */
export function createWrongPasswords(store: AccountStore, clock: Clock): WrongPasswords {
  return {
    async begin(email, place) {
      const wait = await store.run(waitFor(email, place, clock()));
      if (wait > 0) return { wait, end: nothing };
      return {
        wait,
        end: async (isRight) => {
          if (!isRight) await store.run(note(email, place, clock()));
        },
      };
    },
  };
}

/** The same for several servers. An attempt counts as wrong until it succeeds, so concurrent ones stay in the limit. */
export function createSharedWrongPasswords(store: AccountStore, clock: Clock): WrongPasswords {
  function* reserve(email: string, place: Place): Steps<{ wait: number; id: number }> {
    const now = clock();
    const wait = yield* waitFor(email, place, now);
    return { wait, id: wait > 0 ? 0 : yield* note(email, place, now) };
  }
  return {
    async begin(email, place) {
      const turn = turnOf(hashEmail(email).toString('base64url'));
      const { wait, id } = await store.transaction(turn, reserve(email, place));
      return {
        wait,
        end: async (isRight) => {
          if (isRight) await store.run(remove({ id }));
        },
      };
    },
  };
}

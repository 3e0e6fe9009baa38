import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Limit } from '../base/http/rate-limit.ts';
import { limits } from '../contract/limits.ts';
import type { Place } from './sign-in-places.ts';
import { hashSecret } from './tokens.ts';

export type WrongPasswords = {
  note(email: string, place: Place): void;
  /** Milliseconds until the next password may be tried from there; 0 when it is now. */
  waitFor(email: string, place: Place): number;
};

/** Under which the wrong passwords for an e-mail are kept. */
export const hashEmail = (email: string) => hashSecret(`e-mail ${email}`);

/**
 * Wrong passwords, kept in the database so that a restart forgets none. They close an e-mail for the place that they came
 * from; and many of them, from places that the account never signed in from, for all such places together.
 */
export function createWrongPasswords(db: Db, clock: Clock): WrongPasswords {
  const insert = db.prepare(
    'INSERT INTO wrong_password (email_hash, place, is_known, at) VALUES (?, ?, ?, ?)',
  );
  const sweep = db.prepare('DELETE FROM wrong_password WHERE at <= ?');
  // The one that has to be forgotten before there may be another.
  const fromPlace = db
    .prepare<[Buffer, string, number, number], number>(
      `SELECT at FROM wrong_password WHERE email_hash = ? AND place = ? AND at > ?
       ORDER BY at DESC LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const fromStrangers = db
    .prepare<[Buffer, number, number], number>(
      `SELECT at FROM wrong_password WHERE email_hash = ? AND is_known = 0 AND at > ?
       ORDER BY at DESC LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const { fromOnePlace, fromUnknownPlaces } = limits.wrongPasswords;
  const waitAfter = (oldest: number | undefined, { window }: Limit, now: number) =>
    oldest === undefined ? 0 : oldest + window - now;

  return {
    note(email, { name, isKnown }) {
      const now = clock();
      sweep.run(now - Math.max(fromOnePlace.window, fromUnknownPlaces.window));
      insert.run(hashEmail(email), name, isKnown ? 1 : 0, now);
    },
    waitFor(email, { name, isKnown }) {
      const now = clock();
      const hash = hashEmail(email);
      const here = fromPlace.get(hash, name, now - fromOnePlace.window, fromOnePlace.max - 1);
      const strangers = isKnown
        ? undefined
        : fromStrangers.get(hash, now - fromUnknownPlaces.window, fromUnknownPlaces.max - 1);
      return Math.max(waitAfter(here, fromOnePlace, now), waitAfter(strangers, fromUnknownPlaces, now));
    },
  };
}

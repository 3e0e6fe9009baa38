import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { toNetwork } from '../base/http/network.ts';
import { limits } from '../contract/limits.ts';
import { hashSecret } from './tokens.ts';

/** Where a password comes from. */
export type Origin = {
  readonly address: string;
  /** The secret of a browser that has signed in here before; null for other browsers and programs. */
  readonly device: string | null;
};

/** What wrong passwords are counted by. */
export type Place = {
  readonly name: string;
  /** Whether this account has signed in from there. */
  readonly isKnown: boolean;
};

export type SignInPlaces = {
  /** A known browser, else the address. `accountId` is null where no account has the e-mail. */
  recognise(accountId: string | null, origin: Origin): Place;
  /** The account has signed in from there. */
  note(accountId: string, origin: Origin): void;
};

/** The address that a place is; null for a browser. */
export const addressOfPlace = (place: string) => /^address (.*)$/.exec(place)?.[1] ?? null;

const nameOfAddress = (address: string) => `address ${toNetwork(address)}`;
const nameOfDevice = (device: string) => `browser ${hashSecret(`device ${device}`).toString('base64url')}`;

/** From where each account has signed in lately, so that guesses from elsewhere do not keep its owner out. */
export function createSignInPlaces(db: Db, clock: Clock): SignInPlaces {
  const find = db.prepare<[string, string]>('SELECT 1 FROM sign_in_place WHERE account_id = ? AND place = ?');
  const write = db.prepare(
    `INSERT INTO sign_in_place (account_id, place, first_at, last_at) VALUES (@accountId, @place, @at, @at)
     ON CONFLICT (account_id, place) DO UPDATE SET last_at = excluded.last_at`,
  );
  const sweep = db.prepare('DELETE FROM sign_in_place WHERE last_at < ?');
  const isKnown = (accountId: string | null, place: string) => find.get(accountId ?? '', place) !== undefined;

  return {
    recognise(accountId, { address, device }) {
      const browser = device === null ? null : nameOfDevice(device);
      if (browser !== null && isKnown(accountId, browser)) return { name: browser, isKnown: true };
      const name = nameOfAddress(address);
      return { name, isKnown: isKnown(accountId, name) };
    },
    note(accountId, { address, device }) {
      const at = toIso(clock());
      sweep.run(toIso(clock() - limits.signInPlaces));
      write.run({ accountId, place: nameOfAddress(address), at });
      if (device !== null) write.run({ accountId, place: nameOfDevice(device), at });
    },
  };
}

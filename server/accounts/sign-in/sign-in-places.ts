import { type Clock, toIso } from '../../base/clock.ts';
import { toNetwork } from '../../base/http/network.ts';
import type { AccountStore } from '../../base/store/account-store.ts';
import { change, type Steps, selectOne } from '../../base/store/steps.ts';
import { limits } from '../../contract/limits.ts';
import { hashSecret } from '../access/secrets.ts';

export type Origin = {
  readonly address: string;
  /** Secret of a browser that has signed in here before; null for other browsers and apps. */
  readonly device: string | null;
};

/** The place that wrong passwords are counted for. */
export type Place = {
  readonly name: string;
  readonly isKnown: boolean;
};

export type SignInPlaces = ReturnType<typeof createSignInPlaces>;

/** The address of a place; null for a browser. */
export const addressOfPlace = (place: string) => /^address (.*)$/.exec(place)?.[1] ?? null;

const nameOfAddress = (address: string) => `address ${toNetwork(address)}`;
const nameOfDevice = (device: string) => `browser ${hashSecret(`device ${device}`).toString('base64url')}`;

const find = selectOne<{ accountId: string; place: string }, unknown>(
  'SELECT 1 AS found FROM sign_in_place WHERE account_id = @accountId AND place = @place',
);
const write = change<{ accountId: string; place: string; at: string }>(
  `INSERT INTO sign_in_place (account_id, place, first_at, last_at) VALUES (@accountId, @place, @at, @at)
   ON CONFLICT (account_id, place) DO UPDATE SET last_at = excluded.last_at`,
);
const sweep = change<{ before: string }>('DELETE FROM sign_in_place WHERE last_at < @before');

function* isKnown(accountId: string | null, place: string): Steps<boolean> {
  return (yield* find({ accountId: accountId ?? '', place })) !== null;
}

function* recognise(accountId: string | null, { address, device }: Origin): Steps<Place> {
  const browser = device === null ? null : nameOfDevice(device);
  if (browser !== null && (yield* isKnown(accountId, browser))) return { name: browser, isKnown: true };
  const name = nameOfAddress(address);
  return { name, isKnown: yield* isKnown(accountId, name) };
}

/** Places of recent sign-ins per account, so that guesses from elsewhere do not lock out its owner. */
export function createSignInPlaces(store: AccountStore, clock: Clock) {
  function* note(accountId: string, { address, device }: Origin): Steps<void> {
    const at = toIso(clock());
    yield* sweep({ before: toIso(clock() - limits.signInPlaces) });
    yield* write({ accountId, place: nameOfAddress(address), at });
    if (device !== null) yield* write({ accountId, place: nameOfDevice(device), at });
  }
  return {
    /** The known browser, or else the address. `accountId` is null if the e-mail has no account. */
    recognise: (accountId: string | null, origin: Origin) => store.run(recognise(accountId, origin)),
    note: (accountId: string, origin: Origin) => store.run(note(accountId, origin)),
  };
}

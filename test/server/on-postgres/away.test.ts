import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createTokens } from '../../../server/accounts/access/tokens.ts';
import { users } from '../../../server/accounts/access/users.ts';
import { makePerson, wishOf } from '../../helpers/made-people.ts';
import { freshAccountsUrl, openSite as openPatientSite } from '../../helpers/shared-accounts.ts';
import { until } from '../../helpers/test-site.ts';

const unavailable = { code: 'UNAVAILABLE' };
const openSite = (url: string, clock = Date.now) => openPatientSite(url, { clock, isHurried: true });

test.each(['cut', 'silence'] as const)('goes on with what is owned after a %s of the wire', async (fault) => {
  const url = await freshAccountsUrl();
  const site = await openSite(url);
  const person = await makePerson(site.store);
  const stranger = await makePerson(site.store);
  await site.callers.know(person.token);
  await site.unlocks.unlock(wishOf(person, 'chair', 300));

  site.wire[fault]();
  const charge = site.unlocks.unlock(wishOf(person, 'table'));
  await expect(charge).rejects.toMatchObject(unavailable);
  await site.callers.know(person.token);
  await site.callers.know(stranger.token);

  expect(site.callers.find(person.token)?.accountId).toBe(person.accountId);
  expect(() => site.callers.find(stranger.token)).toThrow('cannot be checked right now');
  expect(await site.unlocks.owned(person.accountId, 'chair')).toMatchObject({ chargedCents: 0 });
  await expect(site.store.run(users.findById(person.accountId))).rejects.toMatchObject(unavailable);

  site.wire.mend();
  await until(() =>
    site.unlocks.unlock(wishOf(person, 'table')).then(
      () => true,
      () => false,
    ),
  );
  await until(async () => {
    await site.callers.know(stranger.token);
    return site.callers.recall(stranger.token) !== null;
  });
});

test('knows a caller to the end of a request while PostgreSQL comes back', async () => {
  let now = Date.now();
  const site = await openSite(await freshAccountsUrl(), () => now);
  const person = await makePerson(site.store);
  await site.callers.know(person.token);
  now += 60_000;
  site.wire.cut();
  await expect(site.store.run(users.isEmpty())).rejects.toMatchObject(unavailable);

  await site.callers.know(person.token);
  const heardAgain = new Promise<void>((resolve) => site.onChange('pins', resolve));
  site.wire.mend();
  await heardAgain;

  expect(site.callers.find(person.token)?.accountId).toBe(person.accountId);
});

test('hears at another site that a token was revoked', async () => {
  const url = await freshAccountsUrl();
  const [here, there] = [await openSite(url), await openSite(url)];
  const person = await makePerson(here.store);
  const isKnownThere = async () => {
    await there.callers.know(person.token);
    return there.callers.find(person.token) !== null;
  };
  expect(await isKnownThere()).toBe(true);

  await here.store.run(createTokens(Date.now).revokeById(person.tokenId));

  await until(async () => !(await isKnownThere()));
});

test.each(['cut', 'silence'] as const)(
  'asks again for callers after a %s of what it hears',
  async (fault) => {
    const url = await freshAccountsUrl();
    const [here, there] = [await openSite(url), await openSite(url)];
    const person = await makePerson(here.store);
    await there.callers.know(person.token);

    there.wire[fault]();
    await here.store.run(createTokens(Date.now).revokeById(person.tokenId));
    there.wire.mend();

    await until(async () => {
      await there.callers.know(person.token);
      return there.callers.recall(person.token) === null;
    });
  },
);

test('starts a site when PostgreSQL answers later', async () => {
  const url = await freshAccountsUrl();
  const admin = postgres(url, { max: 2, onnotice: () => {} });
  onTestFinished(() => admin.end());
  const locked = await admin.reserve();
  await locked`BEGIN`;
  await locked`LOCK TABLE setting IN ACCESS EXCLUSIVE MODE`;
  const asked = async () =>
    admin`SELECT query_start FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%setting%'`;

  const starting = openSite(url);
  const times = new Set<string>();
  await until(async () => {
    for (const { query_start } of await asked()) times.add(String(query_start.getTime()));
    return times.size > 1;
  });
  await locked`ROLLBACK`;
  locked.release();

  expect(await (await starting).store.run(users.isEmpty())).toBe(true);
});

test('refuses an account that was disabled at another site', async () => {
  const url = await freshAccountsUrl();
  const [here, there] = [await openSite(url), await openSite(url)];
  const person = await makePerson(here.store);
  await there.callers.know(person.token);

  await here.store.run(users.setDisabled(person.accountId, true));

  await until(async () => {
    await there.callers.know(person.token);
    return there.callers.find(person.token) === null;
  });
});

import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { freshAccountsUrl, openSite } from '../../helpers/shared-accounts.ts';

test('lets through exactly as many uses as the limit, at all sites together', async () => {
  const url = await freshAccountsUrl();
  const sites = [await openSite(url), await openSite(url)];
  const limiters = sites.map(({ openLimiter }) => openLimiter({ max: 10, window: 60_000 }, 'uses'));

  const uses = await Promise.all(
    Array.from({ length: 30 }, (_, index) => limiters[index % 2]?.use('somebody')),
  );

  expect(uses.filter((use) => use?.wait === 0)).toHaveLength(10);
  expect(await limiters[0]?.waitFor('somebody')).toBeGreaterThan(0);
  expect(await limiters[0]?.waitFor('somebody else')).toBe(0);
});

test('tries exactly as many wrong passwords as the limit at once', async () => {
  const url = await freshAccountsUrl();
  const sites = [await openSite(url), await openSite(url)];
  const place = { name: 'address 203.0.113.9', isKnown: false };

  const tries = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      sites[index % 2]?.wrongPasswords.begin('ann@example.org', place),
    ),
  );

  expect(tries.filter((one) => one?.wait === 0)).toHaveLength(limits.wrongPasswords.fromOnePlace.max);
});

test('counts no password that was right', async () => {
  const { wrongPasswords } = await openSite(await freshAccountsUrl());
  const place = { name: 'address 203.0.113.9', isKnown: false };

  for (let count = 0; count < limits.wrongPasswords.fromOnePlace.max + 1; count += 1) {
    const { wait, end } = await wrongPasswords.begin('ann@example.org', place);
    expect(wait).toBe(0);
    await end(true);
  }
});

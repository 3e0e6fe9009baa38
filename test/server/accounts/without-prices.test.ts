import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const person = { name: 'Ada Artist', email: 'ada@example.org', password: 'correct horse battery' };

async function openWithout(environment: Readonly<Record<string, string>> = {}) {
  const server = await startTestServer({
    files: simpleModel('Chair', { guid: 'chair', priceUsd: 3 }),
    environment: { LODESTOCK_PRICES: 'off', ...environment },
  });
  return server;
}

test('charges nothing where models have no prices', async () => {
  const server = await openWithout();
  const { token } = (await server.call('register', person)).body;

  const model = (await server.call('model', { guid: 'chair' })).body;
  const balance = (await server.call('balance', {}, { token })).body;
  const ledger = (await server.call('transactions', {}, { token })).body;

  expect(model.priceUsd).toBe(0);
  expect(balance).toEqual({ ok: true, balanceUsd: 0, hasPrices: false });
  expect(ledger.transactions).toEqual([]);
});

test.each([
  ['a library of its own', { LODESTOCK_LIBRARY_DIR: '/models' }, null, 0],
  ['prices that were asked for', { LODESTOCK_LIBRARY_DIR: '/models', LODESTOCK_PRICES: 'on' }, 0, 0],
  ['the demo library', {}, 100, 10_000],
  ['a demo without prices', { LODESTOCK_PRICES: 'off' }, null, 0],
])('decides on prices for %s', (_, environment, defaultPriceCents, signupCreditCents) => {
  const config = readConfig({ LODESTOCK_DATA_DIR: '/nowhere', ...environment });

  expect(config).toMatchObject({ defaultPriceCents, signupCreditCents });
});

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder({
  ...simpleModel('table', { guid: 'table', priceUsd: 3 }),
  ...simpleModel('gift', { guid: 'gift', priceUsd: 0 }),
  ...simpleModel('dear', { guid: 'dear', priceUsd: 500 }),
  'twins/product.json': JSON.stringify({ guid: 'twins', priceUsd: 1 }),
  'twins/10k/a.obj': objText(3, 'a'),
  'twins/10k/b.obj': objText(3, 'b'),
  'lost/product.json': JSON.stringify({ guid: 'lost' }),
  'lost/10k/lost.obj': objText(3, 'lost'),
});
const server = await startTestServer({ libraryDir: library.folder });

const exact = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };

test('charges once and answers the exact file', async () => {
  const { token } = await registerPerson(server);

  const first = await server.call('agentDirect', exact, { token });
  const second = await server.call('agentDirect', { ...exact, lod: '10k' }, { token });
  const bytes = Buffer.from(await (await fetch(first.body.downloadUrl)).arrayBuffer());

  expect(first.body).toMatchObject({ chargedUsd: 3, balanceRemainingUsd: 97, fileName: 'thing.obj' });
  expect(second.body).toMatchObject({ chargedUsd: 0, balanceRemainingUsd: 97 });
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(first.body.sha256);
  expect(decodeURIComponent(new URL(first.body.downloadUrl).pathname)).toMatch(/\/table\/10k\/thing\.obj$/);
});

test('charges once when asked many times at once', async () => {
  const { token } = await registerPerson(server);

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => server.call('agentDirect', exact, { token })),
  );

  expect(answers.map(({ body }) => body.chargedUsd).sort()).toEqual([...Array(11).fill(0), 3]);
  expect((await server.call('balance', {}, { token })).body.balanceUsd).toBe(97);
});

test('gives the 1k topology for free and unlocks nothing', async () => {
  const { token } = await registerPerson(server);

  const { body } = await server.call(
    'agentDirect',
    { ...exact, lod: '1k', relativePath: '1k/thing.obj' },
    { token },
  );
  const { entitlements } = (await server.call('entitlements', {}, { token })).body;

  expect([body.chargedUsd, entitlements]).toEqual([0, []]);
});

test('unlocks a model without price for nothing', async () => {
  const { token } = await registerPerson(server);

  const { body } = await server.call('agentDirect', { ...exact, guid: 'gift' }, { token });
  const { entitlements } = (await server.call('entitlements', {}, { token })).body;
  const { transactions } = (await server.call('transactions', {}, { token })).body;

  expect([body.chargedUsd, entitlements.map(({ guid }) => guid)]).toEqual([0, ['gift']]);
  expect(transactions.map(({ kind }) => kind)).toEqual(['credit']);
});

test('takes nothing when the balance is too small', async () => {
  const { token } = await registerPerson(server);

  const { status, error } = await server.call('agentDirect', { ...exact, guid: 'dear' }, { token });
  const after = await server.call('transactions', {}, { token });
  const { entitlements } = (await server.call('entitlements', {}, { token })).body;

  expect([status, error.code, error.details]).toEqual([
    402,
    'INSUFFICIENT_BALANCE',
    { priceUsd: 500, balanceUsd: 100 },
  ]);
  expect([after.body.transactions.length, entitlements]).toEqual([1, []]);
});

test('never substitutes a file that does not exist', async () => {
  const { token } = await registerPerson(server);
  const wishes = [
    { lod: '100k' },
    { format: 'glb' },
    { relativePath: '10k/THING.obj' },
    { relativePath: '10k/../1k/thing.obj' },
  ];

  for (const wish of wishes) {
    const { status, error } = await server.call('agentDirect', { ...exact, ...wish }, { token });

    expect([status, error.code, Array.isArray(error.details?.candidates)]).toEqual([
      404,
      'FILE_NOT_FOUND',
      true,
    ]);
  }
  expect((await server.call('balance', {}, { token })).body.balanceUsd).toBe(100);
});

test('asks which one when several files match', async () => {
  const { token } = await registerPerson(server);

  const { status, error } = await server.call(
    'agentDirect',
    { guid: 'twins', format: 'obj', lod: '10k' },
    { token },
  );
  const chosen = await server.call('agentDirect', { guid: 'twins', relativePath: '10k/b.obj' }, { token });

  expect([status, error.code]).toEqual([409, 'AMBIGUOUS_FILE']);
  expect(error.details?.candidates).toMatchObject([
    { relativePath: '10k/a.obj' },
    { relativePath: '10k/b.obj' },
  ]);
  expect(chosen.body.relativePath).toBe('10k/b.obj');
});

test('charges nothing for a file that is gone', async () => {
  const { token } = await registerPerson(server);
  rmSync(path.join(library.folder, 'lost/10k/lost.obj'));

  const { status, error } = await server.call('agentDirect', { guid: 'lost' }, { token });

  expect([status, error.code]).toEqual([502, 'FILE_HOST_UNAVAILABLE']);
  expect((await server.call('balance', {}, { token })).body.balanceUsd).toBe(100);
});

test('lists the whole inventory with ready requests', async () => {
  const { token } = await registerPerson(server);

  const { body } = await server.call('agentFormats', { guid: 'table' }, { token });
  const file = body.topologies[1]?.files.find(({ role }) => role === 'scene');
  const answer = await server.call('agentDirect', file?.downloadRequest.body ?? exact, { token });

  expect(body.pricing).toEqual({ priceUsd: 3, unlocked: false, balanceUsd: 100 });
  expect(body.topologies.map(({ lod, files }) => [lod, files.length])).toEqual([
    ['1k', 3],
    ['10k', 3],
  ]);
  expect(answer.body.relativePath).toBe(file?.relativePath);
});

test('keeps ledger and unlocks in agreement', async () => {
  const unpaid = await server.rows(
    `SELECT count(*) AS count FROM ledger LEFT JOIN unlock ON unlock.ledger_id = ledger.id
     WHERE ledger.kind = 'unlock' AND unlock.guid IS NULL`,
  );

  expect(unpaid).toEqual([{ count: 0 }]);
  await expect(server.change('DELETE FROM ledger')).rejects.toThrow('append-only');
  await expect(server.change('UPDATE ledger SET amount_cents = 1')).rejects.toThrow('append-only');
});

import { expect, test } from 'vitest';
import { examineServer } from '../../../server/commands/doctor/examine-server.ts';
import { readConfig } from '../../../server/config.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { runServerCommand } from '../../helpers/server-command.ts';
import { startToyStore } from '../../helpers/toy-store.ts';

const table = simpleModel('table', { guid: 'table' });
const dataDir = makeFolder();
const store = await startToyStore(table);

const run = (...args: readonly string[]) =>
  runServerCommand(args, { dataDir, environment: { LODESTOCK_POSTERS: 'off', ...store.environment() } });
async function examine(changed: Readonly<Record<string, string>> = {}) {
  const environment = { ...store.environment(), ...changed };
  const config = readConfig({ LODESTOCK_DATA_DIR: dataDir, LODESTOCK_POSTERS: 'off', ...environment });
  const findings = await examineServer({ config, environment, now: Date.now });
  return findings.filter(({ check }) => check === 'Library');
}

test('takes a bucket in, and finds it as it was', async () => {
  const ingested = await run('ingest');
  const sound = await run('check', '--deep');

  expect([ingested.code, sound.code]).toEqual([0, 0]);
  expect(ingested.stdout).toMatch(/\b1 model/);
  expect(sound.stdout).toMatch(/All is well: .* 6 files/);
});

test('names objects that are not as the inventory says', async () => {
  const before = table['table/10k/thing.obj'] ?? '';
  await store.put('table/10k/thing.obj', Buffer.alloc(Buffer.byteLength(before), 'x'));

  const { code, stdout } = await run('check');

  await store.put('table/10k/thing.obj', before);
  expect(code).toBe(3);
  expect(stdout).toMatch(/table\/10k\/thing\.obj cannot be read \(it was changed or removed/);
});

test('says what to do where the bucket cannot be listed', async () => {
  await store.fail({ kind: 'refuses', status: 403, code: 'InvalidAccessKeyId' });

  const checked = await run('check');
  const ingested = await run('ingest');

  await store.fail(null);
  expect([checked.code, ingested.code]).toEqual([1, 1]);
  for (const said of [checked.stderr, ingested.stdout])
    expect(said).toMatch(/403 InvalidAccessKeyId.*heck LODESTOCK_S3_KEY_ID, which the store does not know/s);
});

test('looks into the bucket as the doctor', async () => {
  const well = await examine();
  const wrong = await examine({ LODESTOCK_S3_SECRET: 'other' });
  const empty = await examine({ LODESTOCK_LIBRARY_URL: 's3://models/nowhere' });

  expect(well).toMatchObject([{ status: 'good', says: 's3://models/ can be listed.' }]);
  expect(wrong).toMatchObject([
    { status: 'bad', cure: expect.stringContaining('Check LODESTOCK_S3_SECRET') },
  ]);
  expect(empty).toMatchObject([{ status: 'warning', cure: expect.stringContaining('name of the folder') }]);
});

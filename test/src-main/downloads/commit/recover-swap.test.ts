import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recoverSwap } from '../../../../src-main/downloads/commit/recover-swap.ts';
import { takeLease } from '../../../../src-main/library/lease.ts';
import { receiptName } from '../../../../src-main/library/place.ts';
import { beginSwap, type SwapIntent } from '../../../../src-main/library/swap-intent.ts';
import { listFiles } from '../../list-files.ts';
import { createScratch } from '../../scratch.ts';
import { hashOf } from '../catalogue.ts';
import { createSharing } from '../create-sharing.ts';

const id = '0123456789abcdef';
const staging = '.lodestock/c0ffee0123456789';
const staged = (index: number) => `${staging}/${String(index).repeat(16)}.whole`;
const target = (index: number) => `k_1k/${index}.png`;
const old = (index: number) => `.lodestock/old-${id}/${index}`;
const bytes = (version: number, index: number) => Buffer.from(`version ${version} of file ${index}`);
const signal = new AbortController().signal;

const intent: SwapIntent = {
  ...{ version: 1, id, receipt: 'version 2' },
  outs: [1, 2].map((index) => ({
    ...{ from: target(index), to: old(index), sha256: hashOf(bytes(1, index)) },
  })),
  ins: [1, 2].map((index) => ({
    ...{ from: staged(index), to: target(index), sha256: hashOf(bytes(2, index)) },
    sizeBytes: bytes(2, index).length,
  })),
};

/** A model in the middle of an update from version 1 to 2: what lies where is told by the test. */
async function createModel(files: Readonly<Record<string, Buffer>>, written: SwapIntent = intent) {
  const library = await createScratch();
  const folder = path.join(library, 'Knight_a');
  const content = { [receiptName]: Buffer.from('version 1'), ...files };
  await mkdir(path.join(folder, staging), { recursive: true });
  await beginSwap(folder, written);
  for (const [name, one] of Object.entries(content)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), one);
  }
  const state = path.join(folder, '.lodestock');
  const { machine, timing } = createSharing();
  const lease = await takeLease({ folder: state, name: 'swap', machine: await machine(), timing, signal });
  onTestFinished(lease.release);
  const recover = () => recoverSwap({ library, folder, lease, staging: path.join(folder, staging), signal });
  /** Files of the model, without what the app keeps for itself. */
  const read = async () => {
    const names = (await listFiles(folder)).filter((name) => /^(?:k_1k\/|model\.json)/.test(name));
    const texts = names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')]);
    return Object.fromEntries(await Promise.all(texts));
  };
  return { folder, recover, read };
}

const whole = (version: number) => ({
  'model.json': `version ${version}`,
  [target(1)]: String(bytes(version, 1)),
  [target(2)]: String(bytes(version, 2)),
});

test.each([
  ['before anything moved', { [target(1)]: 1, [target(2)]: 1, [staged(1)]: 2, [staged(2)]: 2 }],
  ['half way out', { [old(1)]: 1, [target(2)]: 1, [staged(1)]: 2, [staged(2)]: 2 }],
  ['when all is out', { [old(1)]: 1, [old(2)]: 1, [staged(1)]: 2, [staged(2)]: 2 }],
  ['half way in', { [old(1)]: 1, [old(2)]: 1, [target(1)]: 2, [staged(2)]: 2 }],
  ['when all is in', { [old(1)]: 1, [old(2)]: 1, [target(1)]: 2, [target(2)]: 2 }],
])('finishes a change interrupted %s', async (_name, versions) => {
  const files = Object.entries(versions).map(([name, version]) => {
    const index = Number(/(\d)(?:\.png|\d*\.whole)?$/.exec(name)?.[1]);
    return [name, bytes(version, index)];
  });
  const { recover, read, folder } = await createModel(Object.fromEntries(files));

  expect(await recover()).toBe(true);

  expect(await read()).toEqual(whole(2));
  expect((await listFiles(folder)).filter((name) => /old-|swap-.*json|whole$/.test(name))).toEqual([]);
  expect(await recover()).toBe(false);
});

test('undoes a change whose new files are damaged', async () => {
  const { recover, read } = await createModel({
    ...{ [old(1)]: bytes(1, 1), [old(2)]: bytes(1, 2), [target(1)]: bytes(2, 1) },
    [staged(2)]: Buffer.from('damaged'),
  });

  await recover();

  expect(await read()).toEqual(whole(1));
});

test('keeps what was received of a change that is undone', async () => {
  const { recover, folder } = await createModel({
    ...{ [old(1)]: bytes(1, 1), [old(2)]: bytes(1, 2), [target(1)]: bytes(2, 1) },
  });

  await recover();

  expect(await readFile(path.join(folder, staged(1)))).toEqual(bytes(2, 1));
});

test('keeps what the artist saved after the crash', async () => {
  const { recover, read } = await createModel({
    ...{ [old(1)]: bytes(1, 1), [old(2)]: bytes(1, 2), [staged(1)]: bytes(2, 1), [staged(2)]: bytes(2, 2) },
    [target(1)]: Buffer.from('painted'),
  });

  await recover();

  const files = await read();
  expect(files).toMatchObject(whole(2));
  expect(Object.values(files)).toContain('painted');
});

test('keeps an edit that was moved away for an earlier version', async () => {
  const { recover, read } = await createModel({
    ...{ [old(1)]: Buffer.from('painted'), [old(2)]: bytes(1, 2) },
    ...{ [target(1)]: bytes(2, 1), [target(2)]: bytes(2, 2), [receiptName]: Buffer.from('version 2') },
  });

  await recover();

  const files = await read();
  expect(files).toMatchObject(whole(2));
  expect(Object.values(files)).toContain('painted');
});

test.each([
  ['a place outside', { ...intent.ins[0], to: '../../stolen.png' }],
  ['a source outside', { ...intent.ins[0], from: '.lodestock/../../secret.whole' }],
  ['a place of our own', { ...intent.ins[0], to: `.lodestock/swap-${id}.json` }],
])('follows no record that names %s', async (_name, entry) => {
  const { recover, read, folder } = await createModel({ [target(1)]: bytes(1, 1), [target(2)]: bytes(1, 2) });
  await writeFile(
    path.join(folder, `.lodestock/swap-${id}.json`),
    JSON.stringify({ ...intent, outs: [], ins: [entry] }),
  );

  await expect(recover()).rejects.toMatchObject({ code: 'CORRUPT_FILE' });

  expect(await read()).toEqual(whole(1));
});

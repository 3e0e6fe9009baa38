import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sentence } from '../../../server/contract/sentence.ts';
import { receiptName } from '../../../src-main/library/place.ts';
import {
  mergeReceipt,
  type Receipt,
  readReceipt,
  restoreReceipt,
  writeReceipt,
} from '../../../src-main/library/receipt.ts';
import { createScratch } from '../scratch.ts';

const file = (relativePath: string, more: object = {}): Receipt['files'][number] => ({
  ...{ format: 'glb', lod: '1k', variant: null, role: 'scene', sizeBytes: 5, sha256: 'a'.repeat(64) },
  relativePath,
  ...more,
});
const receipt = (version: number, more: object = {}): Receipt => ({
  ...{ receiptVersion: 1, guid: 'a', title: 'Knight', version, license: 'CC0-1.0', attribution: null },
  ...{ serverUrl: 'http://127.0.0.1', downloadedAt: '2026-01-01T00:00:00Z', files: [file('k.glb')] },
  ...more,
});

async function createModel(...receipts: readonly Receipt[]) {
  const folder = await createScratch();
  for (const one of receipts) await writeReceipt(folder, one);
  return { folder, place: path.join(folder, receiptName) };
}

test('keeps fields that it does not know', async () => {
  const notes = { notes: 'for the castle', tags: ['hall'] };
  const { folder } = await createModel(receipt(1, { ...notes, files: [file('k.glb', { colour: 'red' })] }));
  const before = await readReceipt(folder);

  const merged = mergeReceipt(before.kind === 'receipt' ? before.receipt : null, receipt(2));

  expect(merged).toMatchObject({ version: 2, ...notes, files: [{ relativePath: 'k.glb', colour: 'red' }] });
});

test('tells the version that each file came with', () => {
  const before = receipt(1, { files: [file('k.fbx'), file('k.glb')] });

  const { version, files } = mergeReceipt(before, receipt(2, { files: [file('k.glb', { version: 2 })] }));

  expect(version).toBe(2);
  expect(files.map((one) => [one.relativePath, one.version])).toEqual([
    ['k.fbx', 1],
    ['k.glb', 2],
  ]);
});

test('takes one name in two spellings for one file', () => {
  const before = receipt(1, { files: [file('Wood.png'), file('Gro\u0308\u00dfe.png')] });
  const after = receipt(2, { files: [file('wood.png'), file('Gr\u00f6\u00dfe.png')] });

  const { files } = mergeReceipt(before, after);

  expect(files.map(({ relativePath }) => relativePath)).toEqual(['Gr\u00f6\u00dfe.png', 'wood.png']);
});

test('says that a newer version wrote a receipt', async () => {
  const { folder, place } = await createModel(receipt(1));
  await writeFile(place, JSON.stringify({ receiptVersion: 2, guid: 'a', models: [] }));

  expect(await readReceipt(folder)).toEqual({
    ...{ kind: 'newer', guid: 'a' },
    message: sentence`${{ file: place }} was written by a newer version of Lodestock, so this one leaves the model as it is. Update Lodestock to use it.`,
  });
});

test.each([0, 1, 100])('reads the copy of a receipt cut to %i bytes', async (bytes) => {
  const { folder, place } = await createModel(receipt(1), receipt(2, { notes: 'kept' }));
  await truncate(place, bytes);

  expect(await readReceipt(folder)).toMatchObject({
    ...{ kind: 'receipt', receipt: { version: 2, notes: 'kept' } },
    damage: { values: { file: place } },
  });
});

test('reads the receipt before when the copy is lost too', async () => {
  const { folder, place } = await createModel(receipt(1), receipt(2));
  await rm(place);
  await writeFile(path.join(folder, '.lodestock/receipt-1.json'), '');

  expect(await readReceipt(folder)).toMatchObject({ kind: 'receipt', receipt: { version: 1 } });
});

test('puts back a lost receipt and keeps the damaged one', async () => {
  const { folder, place } = await createModel(receipt(1));
  const before = JSON.parse(await readFile(place, 'utf8'));
  await writeFile(place, '{"half');

  expect(await restoreReceipt(folder)).toBe(true);

  expect(JSON.parse(await readFile(place, 'utf8'))).toEqual(before);
  expect(await readFile(path.join(folder, '.lodestock/receipt-damaged.json'), 'utf8')).toBe('{"half');
  expect(await restoreReceipt(folder)).toBe(false);
});

test('a whole receipt counts more than its copies', async () => {
  const { folder, place } = await createModel(receipt(1));
  await mkdir(path.join(folder, '.lodestock'), { recursive: true });
  await writeFile(place, JSON.stringify(receipt(7)));

  expect(await readReceipt(folder)).toMatchObject({ receipt: { version: 7 }, damage: null });
});

import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createJudge } from '../../../../src-main/downloads/commit/local-files.ts';
import { createEmptyFolders } from '../../../../src-main/platform/storage/inspect-files.ts';
import { createScratch } from '../../scratch.ts';

const name = 'Café.png'.normalize('NFC');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const toFile = (text: string) => ({
  ...{ relativePath: `10k/${name}`, sizeBytes: text.length, sha256: hashOf(text) },
  ...({ format: 'png', lod: '10k', variant: null, role: 'texture' } as const),
});

/** What is told of a file that is there with its accent written apart. */
async function judge(onDisk: string, received: string, wanted: string) {
  const folder = await createScratch();
  await mkdir(path.join(folder, '10k'));
  await writeFile(path.join(folder, '10k', name.normalize('NFD')), onDisk);
  const placed = { file: toFile(wanted), target: path.join(folder, '10k', name) };
  const receipt = {
    ...({ receiptVersion: 1, guid: 'a', title: 'A', version: 1, license: 'CC0', attribution: null } as const),
    ...{ serverUrl: 'http://127.0.0.1', downloadedAt: '2026-01-01T00:00:00Z', files: [toFile(received)] },
  };
  const judged = await createJudge()(placed as never, {
    ...{ receipt, hasNothing: createEmptyFolders(), signal: new AbortController().signal },
  });
  expect(await readdir(path.join(folder, '10k'))).toEqual([name.normalize('NFD')]);
  return judged;
}

test('does not fetch what is there under another spelling', async () => {
  expect((await judge('one', 'one', 'one')).state).toBe('same');
});

test('replaces an earlier version under another spelling', async () => {
  expect(await judge('one', 'one', 'two')).toMatchObject({
    state: 'missing',
    twin: { relativePath: `10k/${name.normalize('NFD')}`, sha256: hashOf('one') },
  });
});

test('leaves an edited file under another spelling beside the new one', async () => {
  expect(await judge('mine', 'one', 'two')).toMatchObject({ state: 'missing', twin: null });
});

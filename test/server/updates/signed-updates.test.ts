import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { judgeSignature, splitRollback } from '../../../server/contract/release-signature.ts';
import { importRelease } from '../../../server/updates/import-release.ts';
import { createReleaseStore } from '../../../server/updates/release-store.ts';
import { makeReleaseKey } from '../../helpers/release-key.ts';
import { startTestServer } from '../../helpers/test-server.ts';
import { createScratch } from '../../src-main/scratch.ts';
import { allFeeds, makeRelease } from './sample-release.ts';

const key = makeReleaseKey();
const feed = 'latest-linux.yml';

function makeKept(version = '1.0.0'): string {
  const folder = makeRelease(version);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
function sign(folder: string, by = key): void {
  for (const name of Object.keys(allFeeds('1.0.0'))) {
    const place = path.join(folder, name);
    writeFileSync(`${place}.sig`, by.sign(readFileSync(place, 'utf8')));
  }
}
const take = (source: string, root: string, more: object = {}) =>
  importRelease({
    source,
    root,
    isHeld: false,
    at: '2026-11-23T00:00:00.000Z',
    keys: [key.publicKey],
    ...more,
  });

test('takes a signed release with its signatures', async () => {
  const [source, root] = [makeKept(), await createScratch()];
  sign(source);

  await take(source, root);

  const kept = readFileSync(path.join(root, '1.0.0', `${feed}.sig`), 'utf8');
  expect(kept).toBe(readFileSync(path.join(source, `${feed}.sig`), 'utf8'));
});

test.each<[string, (folder: string) => void, RegExp]>([
  [
    'another key',
    (folder) => sign(folder, makeReleaseKey()),
    /is not the signature of latest.*by the makers/,
  ],
  [
    'a byte of its feed changed',
    (folder) => {
      sign(folder);
      const place = path.join(folder, feed);
      writeFileSync(place, readFileSync(place, 'utf8').replace('T00:', 'T01:'));
    },
    /latest-linux\.yml\.sig is not the signature/,
  ],
  ['no signature', () => undefined, /is not signed: latest.*\.sig is missing\. .*--unsigned/],
])('takes nothing of a release that is to be signed, and has %s', async (_case, spoil, sentence) => {
  const [source, root] = [makeKept(), path.join(await createScratch(), 'updates')];
  spoil(source);

  await expect(take(source, root)).rejects.toThrow(sentence);

  expect(existsSync(root)).toBe(false);
});

test('takes an unsigned release of the studio itself', async () => {
  const root = await createScratch();

  await take(makeKept(), root, { mayBeUnsigned: true });

  expect(readdirSync(root)).toEqual(['1.0.0']);
});

test('brings everybody back to the pinned release, whose signature still fits', async () => {
  const server = await startTestServer();
  const root = path.join(server.dataDir, 'updates');
  for (const version of ['1.0.0', '1.1.0']) {
    const source = makeKept(version);
    sign(source);
    await take(source, root);
  }
  const store = createReleaseStore(root);
  const get = (name: string) => fetch(`${server.baseUrl}/updates/${name}`);
  const read = async (name: string) => (await get(name)).text();
  const newest = await read(feed);

  store.pin('1.0.0');
  const { text, isRollback } = splitRollback(await read(feed));

  expect(parse(await read('beta-linux.yml'))).toMatchObject({ version: '1.0.0', rollback: true });
  expect(isRollback).toBe(true);
  expect(await judgeSignature(text, await read(`${feed}.sig`), [key.publicKey])).toBe('signed');
  store.pin('1.1.0');
  expect(await read(feed)).toBe(newest);
  store.pin(null);
  expect(await read(feed)).toBe(newest);
  expect(() => store.pin('9.9.9')).toThrow('no release 9.9.9');
  rmSync(path.join(root, '1.1.0', `${feed}.sig`));
  expect((await get(`${feed}.sig`)).status).toBe(404);
});

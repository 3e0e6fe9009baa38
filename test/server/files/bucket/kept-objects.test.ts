import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBucketClient } from '../../../../server/base/bucket/bucket-client.ts';
import { readConfig } from '../../../../server/config.ts';
import { createKeptObjects } from '../../../../server/files/bucket/kept-objects.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { startToyStore } from '../../../helpers/toy-store.ts';

const md5 = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function openKept(files: Readonly<Record<string, string>>) {
  const folder = makeFolder();
  const store = await startToyStore(files);
  const { bucket } = readConfig({ LODESTOCK_DATA_DIR: folder, ...store.environment() });
  if (bucket === null) throw new Error('no bucket');
  let time = Date.now();
  const kept = createKeptObjects({
    ...{ folder: path.join(folder, 'kept'), client: createBucketClient(bucket), mostBytes: 25 },
    now: () => time,
  });
  const get = (key: string, sum = sha256(files[key] ?? '')) => {
    const content = files[key] ?? '';
    const object = { key, size: content.length, etag: md5(content), modified: 0, stamp: 1n };
    return kept.get(object, sum);
  };
  return {
    ...{ store, get },
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test('fetches an object once for all that ask', async () => {
  const { store, get } = await openKept({ 'a/chair.fbx': '0123456789' });

  const places = await Promise.all([get('a/chair.fbx'), get('a/chair.fbx')]);
  places.push(await get('a/chair.fbx'));

  expect(new Set(places).size).toBe(1);
  expect(path.basename(places[0] ?? '')).toBe('chair.fbx');
  expect(readFileSync(places[0] ?? '', 'utf8')).toBe('0123456789');
  expect(await store.asked()).toEqual(['GET a/chair.fbx']);
});

test('removes what nobody asked for lately', async () => {
  const { get, pass } = await openKept({ a: '0123456789', b: '1234567890', c: '2345678901' });
  const first = await get('a');
  pass(60_000);
  const second = await get('b');

  const inUse = await get('c');
  const during = [first, second, inUse].map(existsSync);
  rmSync(path.dirname(inUse), { recursive: true });
  pass(14.5 * 60_000);
  const third = await get('c');

  expect(during).toEqual([true, true, true]);
  expect([first, second, third].map(existsSync)).toEqual([false, true, true]);
});

test('keeps nothing that has another SHA-256', async () => {
  const { get } = await openKept({ a: '0123456789' });

  await expect(get('a', sha256('other'))).rejects.toThrow('another SHA-256');
});

import { randomBytes } from 'node:crypto';
import { renameSync, utimesSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serveFolder } from './served-folder.ts';

const mebibyte = 1024 * 1024;
const content = randomBytes(5 * mebibyte + 321);

const request = (url: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    http.get(url, { headers, agent: false }, resolve).on('error', reject);
  });
const read = async (url: string, headers: Record<string, string> = {}) => buffer(await request(url, headers));

test('sends a file of many buffers whole', async () => {
  const { baseUrl, pool } = await serveFolder({ big: content });

  const body = await read(`${baseUrl}/big`);

  expect(body.equals(content)).toBe(true);
  await expect.poll(() => pool.lentBytes()).toBe(0);
});

test('sends many clients the right bytes at once', async () => {
  const { baseUrl, openFiles } = await serveFolder({ big: content });
  const starts = [0, 1, mebibyte - 1, mebibyte, 3 * mebibyte + 7];

  const bodies = await Promise.all(
    starts.map((start) => read(`${baseUrl}/big`, { range: `bytes=${start}-` })),
  );

  expect(bodies.map((body, index) => body.equals(content.subarray(starts[index])))).toEqual(
    starts.map(() => true),
  );
  expect(openFiles.count()).toBe(1);
});

test('sends several large parts in one answer', async () => {
  const { baseUrl } = await serveFolder({ big: content });

  const body = await read(`${baseUrl}/big`, { range: 'bytes=0-2000000,3000000-5000000' });

  expect(body.includes(content.subarray(0, 2_000_001))).toBe(true);
  expect(body.includes(content.subarray(3_000_000, 5_000_001))).toBe(true);
});

test('frees everything when the client leaves', async () => {
  const { baseUrl, pool } = await serveFolder({ big: randomBytes(48 * mebibyte) }, { idleMs: 50 });
  const response = await request(`${baseUrl}/big`);
  await new Promise((resolve) => response.once('data', resolve));
  const during = pool.lentBytes();

  response.destroy();

  await expect.poll(() => pool.lentBytes()).toBe(0);
  expect(during).toBeGreaterThan(0);
  expect(during).toBeLessThanOrEqual(2 * mebibyte);
});

test('holds two buffers for a client that stalls', async () => {
  const { baseUrl, pool } = await serveFolder({ big: randomBytes(48 * mebibyte) });

  const response = await request(`${baseUrl}/big`);
  response.pause();

  await expect.poll(() => pool.lentBytes()).toBe(2 * mebibyte);
  response.destroy();
});

test('breaks off when the file changes under it', async () => {
  const large = randomBytes(48 * mebibyte);
  const { baseUrl, place } = await serveFolder({ big: large });
  const response = await request(`${baseUrl}/big`);
  response.pause();

  writeFileSync(place('big'), randomBytes(large.length));

  await expect(buffer(response)).rejects.toThrow('aborted');
});

test('refuses a file that was written in place', async () => {
  const { baseUrl, place } = await serveFolder({ big: content });
  await read(`${baseUrl}/big`);
  writeFileSync(place('big'), randomBytes(content.length));

  const response = await request(`${baseUrl}/big`);
  const body = JSON.parse(String(await buffer(response)));

  expect([response.statusCode, body.code]).toEqual([502, 'FILE_HOST_UNAVAILABLE']);
});

test('refuses a file that has other bytes of the same length', async () => {
  const { baseUrl, place } = await serveFolder({ big: content, small: Buffer.from('small') });
  writeFileSync(place('big'), randomBytes(content.length));
  writeFileSync(place('small'), 'other');

  const answers = await Promise.all(['big', 'small'].map((name) => request(`${baseUrl}/${name}`)));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([502, 502]);
});

test('serves a file whose time of change alone differs', async () => {
  const { baseUrl, place } = await serveFolder({ big: content, small: Buffer.from('small') });
  for (const name of ['big', 'small']) utimesSync(place(name), 1, 1);

  const answers = await Promise.all(['big', 'small'].map((name) => request(`${baseUrl}/${name}`)));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('serves the new file once it was read', async () => {
  const { baseUrl, place, readIn } = await serveFolder({ big: content });
  await read(`${baseUrl}/big`);
  const next = randomBytes(content.length);
  writeFileSync(place('next'), next);
  renameSync(place('next'), place('big'));

  const before = await read(`${baseUrl}/big`);
  readIn('big', next);
  const after = await read(`${baseUrl}/big`);

  expect([before.equals(content), after.equals(next)]).toEqual([true, true]);
});

test('keeps serving a small file from memory', async () => {
  const { baseUrl, place } = await serveFolder({ small: Buffer.from('the old bytes') });
  const first = await request(`${baseUrl}/small`);
  const etag = first.headers.etag;
  await buffer(first);

  writeFileSync(place('small'), 'the new bytes');
  const second = await request(`${baseUrl}/small`);

  expect([second.headers.etag, String(await buffer(second))]).toEqual([etag, 'the old bytes']);
});

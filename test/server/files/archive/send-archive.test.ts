import { randomBytes } from 'node:crypto';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { markOf } from '../../../../server/base/storage/file-mark.ts';
import { createArchivePlanner } from '../../../../server/files/archive/archive-plan.ts';
import { createArchiveThreads } from '../../../../server/files/archive/archive-threads.ts';
import { createArchiveSender } from '../../../../server/files/archive/send-archive.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

const mebibyte = 1024 * 1024;

async function serveArchive(sizes: readonly number[]) {
  const folder = makeFolder();
  const planner = createArchivePlanner();
  const places = sizes.map((sizeBytes, index) => {
    const place = path.join(folder, `${index}`);
    writeFileSync(place, randomBytes(sizeBytes));
    const mark = markOf(statSync(place, { bigint: true }), place);
    planner.add({ name: `file ${index}`, place, sizeBytes, crc32: 0, sha256: '', mark });
    return place;
  });
  const plan = planner.finish();
  const threads = createArchiveThreads();
  const sender = createArchiveSender(threads);
  const onFailure = vi.fn();
  const app = Fastify();
  app.get('/', async (request, reply) => {
    await sender.send({ request, reply }, { plan, name: 'a.zip', onFailure });
    return reply;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
    await threads.close();
  });
  return { url, plan, places, threads, sender, onFailure };
}

const request = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    http.get(url, { agent: false }, resolve).on('error', reject);
  });

test('ends its work when the client leaves', async () => {
  const { url, threads, sender, onFailure } = await serveArchive([24 * mebibyte]);
  const response = await request(url);
  await new Promise((resolve) => response.once('data', resolve));
  const during = [threads.jobs(), sender.lentBytes() > 0];

  response.destroy();

  await expect.poll(() => [threads.jobs(), sender.lentBytes()]).toEqual([0, 0]);
  expect(during).toEqual([1, true]);
  expect(onFailure).not.toHaveBeenCalled();
});

test('holds four buffers for a client that stalls', async () => {
  const { url, sender } = await serveArchive([24 * mebibyte]);

  const response = await request(url);
  response.pause();

  await expect.poll(() => sender.lentBytes()).toBe(4 * mebibyte);
  response.destroy();
});

test('serves many clients at once, each its own bytes', async () => {
  const { url, plan } = await serveArchive([2 * mebibyte, 10, 3 * mebibyte, 0, 500]);

  const bodies = await Promise.all(Array.from({ length: 6 }, async () => buffer(await request(url))));

  expect(bodies.map(({ length }) => length)).toEqual(Array(6).fill(plan.sizeBytes));
  expect(bodies.every((body) => body.equals(bodies[0] ?? Buffer.alloc(0)))).toBe(true);
});

test('breaks the connection over a touched file', async () => {
  const { url, places, onFailure, threads } = await serveArchive([mebibyte, mebibyte]);
  utimesSync(places[1] ?? '', 1, 1);

  await expect(request(url).then(buffer)).rejects.toThrow();

  await expect.poll(() => [onFailure.mock.calls.length, threads.jobs()]).toEqual([1, 0]);
});

test('survives the death of its threads', async () => {
  const { url, plan, threads } = await serveArchive([24 * mebibyte]);
  const broken = await request(url);
  broken.pause();
  await expect.poll(() => threads.jobs()).toBe(1);

  await threads.close();
  const body = await buffer(await request(url));

  expect(body.length).toBe(plan.sizeBytes);
  await expect(buffer(broken)).rejects.toThrow('aborted');
});

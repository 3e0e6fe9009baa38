import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { scopes } from '../../../server/contract/common.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { openPublishing, sha256Of } from '../../helpers/publishing.ts';
import { sampleGlb } from '../../helpers/sample-files.ts';
import { hasBlender } from './blender-program.ts';
import { listFiles, makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';
import { hasPython, type Line, runPure } from './run-python.ts';
import { reason } from './set-scene.ts';

const inBlender = hasBlender ? '' : ' (skipped: Blender is not installed)';
let site: Awaited<ReturnType<typeof openPublishing>>;
let folder: string;
let remove = () => {};
beforeAll(async () => {
  site = await openPublishing();
});
afterEach(() => remove());

function scratch() {
  ({ folder, remove } = makeFolder());
  return folder;
}

const token = () => site.publisher.token;

/** A chair whose GLB is sent in many pieces. */
function makeChair() {
  const place = path.join(scratch(), 'chair.glb');
  const bytes = sampleGlb({ triangles: 600 });
  writeFileSync(place, bytes);
  return { place, bytes };
}

test.skipIf(!hasPython)(`goes on with an upload that was stopped${reason}`, async () => {
  const { place, bytes } = makeChair();
  const wish = { do: 'publish', server: site.server.baseUrl, token: token(), files: { 'chair.glb': place } };

  const stopped = await runPure({ ...wish, piece: 1000, stopAfter: 3 });
  const { uploads } = (await site.server.call('publishUploads', {}, { token: token() })).body;
  const { answer } = await runPure({ ...wish, piece: 1 << 20 });

  expect(stopped).toMatchObject({ failed: 'Cancelled' });
  expect(uploads.map(({ offset, sha256 }) => [offset, sha256])).toEqual([[3000, sha256Of(bytes)]]);
  expect(answer).toMatchObject({ state: 'published', title: 'Oak chair' });
});

/** Lets the server do what it is asked, but not answer, the first time that somebody publishes. */
function loseOneAnswer() {
  let isLost = false;
  site.server.app.http.server.prependListener('request', ({ method, url, socket }, response) => {
    if (isLost || method !== 'POST' || url !== '/api/publish') return;
    isLost = true;
    response.end = () => {
      socket.destroy();
      return response;
    };
  });
  return () => isLost;
}

test.skipIf(!hasPython)(`publishes once when the answer is lost${reason}`, async () => {
  const place = path.join(scratch(), 'bench.glb');
  writeFileSync(place, sampleGlb({ triangles: 40 }));
  const list = async () => (await site.server.call('publishes', {}, { token: token() })).body.publishes;
  const before = await list();
  const wasLost = loseOneAnswer();

  const wish = { do: 'publish', server: site.server.baseUrl, token: token(), piece: 1 << 20 };
  const { answer } = await runPure({ ...wish, files: { 'bench.glb': place } });

  expect(wasLost()).toBe(true);
  expect(answer).toMatchObject({ state: 'published' });
  expect(await list()).toHaveLength(before.length + 1);
});

test.skipIf(!hasPython)(`lets nobody publish who may not${reason}`, async () => {
  const { place } = makeChair();
  const wish = { do: 'publish', server: site.server.baseUrl, files: { 'chair.glb': place }, piece: 1000 };

  const failure = await runPure({ ...wish, token: site.member.token });

  expect(failure).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('Ask an admin') });
});

test.skipIf(!hasPython)(`takes no price for granted${reason}`, async () => {
  const { answer } = await runPure({ do: 'faults', prices: ['', 'free', '1.999', '-1', '0', '$2.50'] });

  const refused = 'Enter a price in US dollars, or 0 if it is free.';
  expect(answer).toEqual([refused, refused, refused, refused, '', '']);
});

test.skipIf(!hasBlender)(`publishes the selection and its next version${inBlender}`, async () => {
  const home = scratch();
  const models = path.join(home, 'models');
  mkdirSync(models);
  const browser = await signInBrowser(site.server, site.publisher);
  const approve = async ({ approveUrl }: Line) => {
    const sessionId = /approve\/([^?]+)/.exec(String(approveUrl ?? ''))?.[1];
    if (sessionId) await site.server.call('approveSignIn', { sessionId, scopes: [...scopes] }, browser);
  };

  const found = await runBlender({
    wish: { do: 'publish', server: site.server.baseUrl, folder: models },
    onLine: approve,
    home,
  });

  const [model] = (await site.server.call('search', { q: 'oak stool' })).body.results;
  const guid = model?.guid ?? '';
  const kept = (await site.server.call('keptVersions', { guid }, { token: token() })).body.versions;
  const { topologies } = (await site.server.call('model', { guid })).body;
  expect(found).toMatchObject({
    unpriced: { error: 'Enter a price in US dollars, or 0 if it is free.' },
    first: { error: '', status: 'Oak stool is published.' },
    second: { error: '', status: 'Oak stool is published.' },
    after: { scenes: 1, packed: [], guid },
    blend: { scenes: ['Stool'], objects: ['Oak stool'], images: ['oak.png'] },
    mayNothing: true,
  });
  expect(model).toMatchObject({
    title: 'Oak stool',
    priceUsd: 2.5,
    license: 'CC0-1.0',
    category: 'Furniture',
  });
  expect(kept).toHaveLength(1);
  expect(new Set(topologies.flatMap(({ formats }) => formats))).toEqual(new Set(['glb', 'blend']));
  expect(topologies.flatMap(({ files }) => files).find(({ format }) => format === 'glb')?.triangles).toBe(48);
  expect(listFiles(models)).toEqual(['Stool.blend', 'Stool.glb', 'oak.png']);
});

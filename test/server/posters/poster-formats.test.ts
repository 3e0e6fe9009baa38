import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { acceptsWebp } from '../../../server/posters/poster-route.ts';
import { posterFileName } from '../../../server/posters/poster-store.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, reusePosterServers } from '../../helpers/poster-renderer.ts';
import { samplePng } from '../../helpers/sample-files.ts';
import { sampleJpeg } from '../../helpers/sample-jpeg.ts';
import { sampleWebp } from '../../helpers/sample-webp.ts';

const startPosterServer = reusePosterServers();
const vase = simpleModel('vase', { guid: 'vase' });
const plugin = { headers: { accept: 'image/png, image/jpeg' } };
const typeOf = ({ headers }: Response) => headers.get('content-type');

async function startDrawn() {
  const drawn = await startPosterServer({ files: vase });
  await drawn.deliver(requireJob(await drawn.claim()).token, 5);
  const { previewSmallUrl, previewMediumUrl, previewLargeUrl } = await drawn.model('vase');
  return {
    ...drawn,
    small: previewSmallUrl ?? '',
    medium: previewMediumUrl ?? '',
    large: previewLargeUrl ?? '',
  };
}

test.each([
  [undefined, true],
  ['*/*', true],
  ['application/json', true],
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', true],
  ['image/png,image/*;q=0.8', true],
  ['image/png, image/jpeg', false],
  ['image/jpeg', false],
  ['image/png, image/webp;q=0', false],
])('takes who asks for %s to read WebP: %s', (accept, isRead) => {
  expect(acceptsWebp(accept)).toBe(isRead);
});

test('gives a JPEG to programs without WebP, and draws it again where an older version drew none', async () => {
  const { server, claim, deliver, medium, small, large } = await startDrawn();

  const [one, two, three, browser] = await Promise.all([
    fetch(medium, plugin),
    fetch(small, plugin),
    fetch(large, plugin),
    fetch(medium),
  ]);

  expect(Buffer.from(await one.arrayBuffer())).toEqual(sampleJpeg(512, { seed: 5 }));
  expect(Buffer.from(await two.arrayBuffer())).toEqual(sampleJpeg(256, { seed: 5 }));
  expect(Buffer.from(await three.arrayBuffer())).toEqual(sampleJpeg(512, { seed: 5 }));
  expect([one, browser].map(typeOf)).toEqual(['image/jpeg', 'image/webp']);
  expect([one, browser].map(({ headers }) => headers.get('vary'))).toEqual(['Accept', 'Accept']);
  expect(one.headers.get('cache-control')).toContain('immutable');
  expect(one.headers.get('etag')).not.toBe(browser.headers.get('etag'));

  server.db.exec('UPDATE rendered_poster SET jpeg_sha256 = NULL, jpeg_bytes = NULL');
  server.db.exec("UPDATE job SET recipe = 1, source = 'of before' WHERE kind = 'poster'");
  const forNow = await fetch(medium, plugin);
  expect(typeOf(forNow)).toBe('image/webp');
  expect(forNow.headers.get('cache-control')).toBe('public, max-age=300');
  await deliver(requireJob(await claim()).token, 5);
  expect(typeOf(await fetch(medium, plugin))).toBe('image/jpeg');
});

test("prefers a person's PNG to their WebP there", async () => {
  const files = { ...vase, 'vase/previewMedium.webp': sampleWebp(512), 'vase/previewSmall.png': samplePng() };
  const { server } = await startPosterServer({ files });
  const address = `${server.baseUrl}/posters/vase/medium`;

  const types = [typeOf(await fetch(address, plugin)), typeOf(await fetch(address))];

  expect(types).toEqual(['image/png', 'image/webp']);
});

test("gives a person's only poster as it is", async () => {
  const files = { ...vase, 'vase/previewMedium.webp': sampleWebp(512) };
  const { model } = await startPosterServer({ files });
  const { previewMediumUrl } = await model('vase');

  const answer = await fetch(previewMediumUrl ?? '', plugin);

  expect(typeOf(answer)).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
});

test('notices at the start that a JPEG is gone', async () => {
  const { server } = await startDrawn();
  const first = "SELECT jpeg_sha256 FROM rendered_poster WHERE size = 'small'";
  const sha256 = server.db.prepare<[], string>(first).pluck().get() ?? '';
  const { createPosterStore } = await import('../../../server/posters/poster-store.ts');
  const folder = path.join(server.dataDir, 'posters');
  rmSync(path.join(folder, posterFileName(sha256, 'jpg')));

  const renewed = createPosterStore(server.db, folder).sweep();

  expect(renewed).toHaveLength(1);
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const triangle = (width: number) => `v 0 0 0\nv ${width} 0 0\nv 0 1 0\nf 1 2 3\n`;
const library = makeLibraryFolder({
  'sail/product.json': JSON.stringify({ guid: 'sail' }),
  'sail/1k/sail.obj': triangle(1),
  'Loose flag.obj': triangle(2),
  'dots/product.json': JSON.stringify({ guid: 'dots' }),
  'dots/1k/dots.ply':
    'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n',
});
const server = await startTestServer({ libraryDir: library.folder });

async function listSketches() {
  const { results } = (await server.call('browse', {})).body;
  return new Map(results.map(({ title, sketchUrl }) => [title.toLowerCase(), sketchUrl]));
}

test('lists a picture of each model that has triangles, without any browser', async () => {
  const sketches = await listSketches();

  expect([...sketches].map(([title, url]) => [title, url !== null]).sort()).toEqual([
    ['dots', false],
    ['loose flag', true],
    ['sail', true],
  ]);
});

test('sends it for good under an address of its content', async () => {
  const url = (await listSketches()).get('sail') ?? '';

  const answer = await fetch(url);

  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const bytes = await answer.bytes();
  expect(bytes.length).toBeLessThanOrEqual(3072);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 128, height: 128, hasAlpha: true });
  const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const other = await fetch(url.replace(/v=.*/, 'v=0'));
  expect(other.headers.get('cache-control')).not.toContain('immutable');
});

test('has no picture of what has no triangles', async () => {
  expect((await fetch(`${server.baseUrl}/posters/dots/sketch`)).status).toBe(404);
});

test('names another address when the model has changed', async () => {
  const before = (await listSketches()).get('sail');

  writeFileSync(path.join(library.folder, 'sail/1k/sail.obj'), triangle(3));
  await server.scan();

  const after = (await listSketches()).get('sail') ?? '';
  expect(after).not.toBe(before);
  expect((await fetch(after)).status).toBe(200);
});

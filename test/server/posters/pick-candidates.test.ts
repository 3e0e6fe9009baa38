import { expect, test } from 'vitest';
import type { InventoryFile } from '../../../server/catalogue/model/models.ts';
import { hashCandidates, pickCandidates } from '../../../server/posters/pick-candidates.ts';

const file = (relativePath: string, more: Partial<InventoryFile> = {}): InventoryFile => ({
  format: relativePath.split('.').at(-1) ?? '',
  lod: '1k',
  relativePath,
  topologyFolder: '1k',
  variant: null,
  role: 'scene',
  sizeBytes: 100,
  sha256: `hash of ${relativePath}`,
  crc32: 0,
  contentType: '',
  triangles: 1,
  needs: [],
  ...more,
});
const paths = (files: readonly InventoryFile[]) =>
  pickCandidates(files).map(({ relativePath }) => relativePath);

test('prefers the richest GLB to any other format', () => {
  const heavy = file('10k/a.glb', { lod: '10k' });
  const heavier = file('100k/a.glb', { lod: '100k' });

  expect(paths([file('100k/a.obj', { lod: '100k' }), heavy, heavier])).toEqual([
    '100k/a.glb',
    '10k/a.glb',
    '100k/a.obj',
  ]);
});

test('prefers a 1k, whatever its format, as it is drawn soonest', () => {
  const rich = file('10k/a.glb', { lod: '10k' });

  expect(paths([rich, file('1k/a.fbx')])).toEqual(['1k/a.fbx', '10k/a.glb']);
});

test('draws what takes long to read only where there is nothing lighter', () => {
  const heavy = file('100k/a.glb', { lod: '100k', sizeBytes: 200_000_000 });

  expect(paths([heavy, file('1k/a.obj')])).toEqual(['1k/a.obj', '100k/a.glb']);
});

test('prefers a still file to a moving one', () => {
  const moving = file('1k/a.glb', { variant: 'animated' });

  expect(paths([moving, file('1k/b.glb', { variant: 'static' })])).toEqual(['1k/b.glb', '1k/a.glb']);
});

test('leaves out textures and formats that are not drawn', () => {
  const texture = file('1k/a.png', { role: 'texture' });

  expect(paths([texture, file('source/a.blend'), file('1k/a.ply')])).toEqual(['1k/a.ply']);
});

test('leaves out files too large for a browser', () => {
  const texture = file('1k/t.png', { role: 'texture', sizeBytes: 600_000_000 });

  expect(paths([texture, file('1k/a.obj', { needs: ['1k/t.png'] }), file('1k/b.stl')])).toEqual(['1k/b.stl']);
});

test.each([
  ['the file', { sha256: 'other' }, {}],
  ['what the file needs', {}, { sha256: 'other' }],
])('notices a change of %s', (_what, scene, texture) => {
  const before = [file('1k/a.obj', { needs: ['1k/t.png'] }), file('1k/t.png', { role: 'texture' })];
  const after = [
    file('1k/a.obj', { needs: ['1k/t.png'], ...scene }),
    file('1k/t.png', { role: 'texture', ...texture }),
  ];

  expect(hashCandidates(pickCandidates(after), after, null)).not.toBe(
    hashCandidates(pickCandidates(before), before, null),
  );
});

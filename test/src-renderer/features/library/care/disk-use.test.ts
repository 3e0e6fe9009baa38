import { expect, test } from 'vitest';
import type { LibraryModel } from '../../../../../src-main/platform/ipc/contract.ts';
import { findDiskUse } from '../../../../../src-renderer/features/library/care/disk-use.ts';

type File = LibraryModel['files'][number];
const file = (relativePath: string, change: Partial<File> = {}): File => ({
  ...{ format: 'fbx', lod: '10k', variant: null, relativePath, sizeBytes: 10, sha256: 'a'.repeat(64) },
  ...{ role: 'scene', isPresent: true, isEdited: false },
  ...change,
});
const texture = (relativePath: string, lod: File['lod'] = '10k') =>
  file(relativePath, { format: 'png', role: 'texture', sizeBytes: 5, lod });
const model = (guid: string, files: File[]): LibraryModel => ({
  ...{ guid, title: guid, version: 1, license: 'CC0', attribution: null, serverUrl: 'http://x' },
  ...{ downloadedAt: '2026-01-01T00:00:00Z', folder: `/library/${guid}`, files, sizeBytes: 0 },
});

test('sums up topologies with their support files', () => {
  const models = [
    model('a', [
      file('a.fbx'),
      texture('a.png'),
      file('s.max', { lod: 'source', format: 'max', sizeBytes: 100 }),
    ]),
    model('b', [file('b.fbx', { isPresent: false })]),
  ];

  const uses = findDiskUse(models, 'topology', new Set(['a', 'b']));

  expect(uses).toEqual([
    ...[
      {
        name: 'source',
        files: 1,
        sizeBytes: 100,
        wishBytes: 100,
        wishes: [{ guid: 'a', relativePaths: ['s.max'] }],
      },
    ],
    ...[
      {
        name: '10k',
        files: 2,
        sizeBytes: 15,
        wishBytes: 15,
        wishes: [{ guid: 'a', relativePaths: ['a.fbx', 'a.png'] }],
      },
    ],
  ]);
});

test('offers only what can be had again', () => {
  const models = [
    model('a', [file('a.fbx', { isEdited: true }), texture('a.png')]),
    model('gone', [file('b.fbx')]),
  ];

  const [use] = findDiskUse(models, 'topology', new Set(['a']));

  expect(use).toMatchObject({
    sizeBytes: 25,
    wishBytes: 5,
    wishes: [{ guid: 'a', relativePaths: ['a.png'] }],
  });
});

test('leaves support files that another format of the topology needs', () => {
  const obj = file('a.obj', { format: 'obj' });
  const shared = model('shared', [file('a.fbx'), obj, texture('a.png')]);
  const alone = model('alone', [file('b.fbx'), texture('b.png')]);

  const uses = findDiskUse([shared, alone], 'format', new Set(['shared', 'alone']));

  expect(uses.find(({ name }) => name === 'fbx')?.wishes).toEqual([
    { guid: 'shared', relativePaths: ['a.fbx'] },
    { guid: 'alone', relativePaths: ['b.fbx', 'b.png'] },
  ]);
});

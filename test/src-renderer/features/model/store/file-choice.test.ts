import { expect, test } from 'vitest';
import {
  countTriangles,
  listSceneFiles,
  resolveChoice,
} from '../../../../../src-renderer/features/model/store/file-choice.ts';
import { makeDetails, makeRecord } from '../../../site/catalogue.ts';

const { topologies } = makeDetails(makeRecord(0));
const namesOf = (choice: ReturnType<typeof resolveChoice>) => choice?.files.map(({ fileName }) => fileName);

test('offers the first topology and its usual format', () => {
  const choice = resolveChoice(topologies, null, null);

  expect([choice?.lod, choice?.format]).toEqual(['1k', 'fbx']);
});

test('lists exactly the files of the choice', () => {
  const choice = resolveChoice(topologies, '10k', 'fbx');

  expect(choice?.files.map(({ lod, format, role }) => [lod, format, role])).toEqual([
    ['10k', 'fbx', 'scene'],
    ['10k', 'fbx', 'scene'],
  ]);
  expect(choice?.formats.find(({ format }) => format === 'fbx')?.count).toBe(2);
});

test('never counts textures among scene files', () => {
  const topology = topologies.find(({ lod }) => lod === '10k');

  expect(topology?.files.some(({ role }) => role === 'texture')).toBe(true);
  expect(topology && listSceneFiles(topology).every(({ role }) => role === 'scene')).toBe(true);
});

test('falls back visibly where a format is missing', () => {
  const choice = resolveChoice(topologies, '10k', 'c4d');

  expect([choice?.format, namesOf(choice)?.every((name) => name.endsWith(`.${choice?.format}`))]).toEqual([
    'fbx',
    true,
  ]);
});

test('falls back to an offered topology where one is missing', () => {
  const without = topologies.filter(({ lod }) => lod !== '10k');

  expect(resolveChoice(without, '10k', 'fbx')).toMatchObject({ lod: '1k', format: 'fbx' });
});

test('has no choice without scene files', () => {
  const textures = topologies.map((topology) => ({
    ...topology,
    files: topology.files.filter(({ role }) => role === 'texture'),
  }));

  expect([resolveChoice(textures, '1k', 'fbx'), resolveChoice([], null, null)]).toEqual([null, null]);
});

test('counts the triangles of the most detailed file', () => {
  const [topology] = topologies;
  const counted = topology?.files.map((file, index) => ({ ...file, triangles: index === 0 ? null : index }));
  const uncounted = topology?.files.map((file) => ({ ...file, triangles: null }));
  const most = counted?.findLastIndex(({ role }) => role === 'scene');

  expect(topology && countTriangles({ ...topology, files: counted ?? [] })).toBe(most);
  expect(topology && countTriangles({ ...topology, files: uncounted ?? [] })).toBeNull();
});

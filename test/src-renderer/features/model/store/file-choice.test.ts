import { expect, test } from 'vitest';
import {
  countTriangles,
  listSceneFiles,
  moveInMatrix,
  resolveChoice,
  toMatrix,
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

test('has a row for each topology and a column for each format', () => {
  const { formats, rows } = toMatrix(topologies.slice(0, 2));

  expect(rows.map(({ topology, cells }) => [topology.lod, cells.map(({ files }) => files.length)])).toEqual([
    ['1k', formats.map((format) => (format === 'fbx' ? 2 : 1))],
    ['10k', formats.map((format) => (format === 'fbx' ? 2 : 1))],
  ]);
});

test('moves past empty cells, and to the nearest of a row', () => {
  const only = (lod: string, ...kept: string[]) =>
    topologies
      .filter((topology) => topology.lod === lod)
      .map((topology) => ({
        ...topology,
        files: topology.files.filter(({ format }) => kept.includes(format)),
      }));
  const { rows, formats } = toMatrix([...only('1k', 'fbx', 'obj'), ...only('10k', 'glb')]);
  const [first = '', second = '', third = ''] = formats;
  const move = (key: string, lod: '1k' | '10k', format: string) => {
    const place = moveInMatrix(key, rows, { lod, format });
    return place && `${place.lod} ${place.format}`;
  };
  const filled = formats.filter((format) => format !== 'glb');

  expect(formats).toHaveLength(3);
  expect(move('ArrowRight', '1k', filled[0] ?? '')).toBe(`1k ${filled[1]}`);
  expect(move('ArrowDown', '1k', first === 'glb' ? second : first)).toBe('10k glb');
  expect(move('ArrowUp', '10k', 'glb')).toMatch(/^1k (fbx|obj)$/);
  expect([move('ArrowUp', '1k', third), move('ArrowLeft', '10k', 'glb'), move('x', '10k', 'glb')]).toEqual([
    null,
    null,
    null,
  ]);
});

import { expect, test } from 'vitest';
import { splitAdvice } from '../../../server/admin/problem-groups.ts';
import { reuseCorrectedLibraries } from '../../helpers/corrected-library.ts';
import { objText, simpleModel } from '../../helpers/library-folder.ts';

const openLibrary = reuseCorrectedLibraries();
const broken = {
  ...simpleModel('chair', { guid: 'chair' }),
  'tyre/1k/tyre.obj': 'no vertices here',
  'tyre/10k/tyre.obj': 'none here either',
  'lamp/lamp.obj': objText(4, 'lamp'),
  'lamp/lamp.uasset': 'ISO-10303-21',
};

async function openProblems() {
  const opened = await openLibrary(broken);
  const { server, token } = opened;
  const list = async (kind?: string) =>
    (await server.call('adminProblems', kind === undefined ? {} : { kind }, { token })).body;
  return { ...opened, list };
}

test('lists a broken model once, with one piece of advice', async () => {
  const { list } = await openProblems();

  const { groups } = await list('broken');

  expect(groups).toMatchObject([
    {
      place: 'tyre',
      kind: 'broken',
      advice: 'Export it again.',
      problems: [
        { path: 'tyre/10k/tyre.obj', kind: 'broken', reason: 'tyre.obj contains no vertices.' },
        { path: 'tyre/1k/tyre.obj', kind: 'broken', reason: 'tyre.obj contains no vertices.' },
      ],
    },
  ]);
});

test('keeps the key and the values of a reason, without its advice', async () => {
  const { list } = await openProblems();

  const [group] = (await list('broken')).groups;

  expect(group?.problems[0]?.sentence).toEqual({
    key: '{file} contains no vertices.',
    values: { file: 'tyre.obj' },
  });
});

test('counts models, not rows', async () => {
  const { server, token, list } = await openProblems();

  const { total, kinds } = await list();
  const status = (await server.call('adminStatus', {}, { token })).body;

  expect(total).toBe(2);
  expect(status.problems).toBe(2);
  expect(kinds).toContainEqual({ kind: 'broken', count: 1 });
});

test('keeps when a problem was first seen', async () => {
  const { server, library, list } = await openProblems();
  const before = (await list('broken')).groups[0]?.firstSeenAt;
  server.advance(3_600_000);
  library.write({ 'tyre/1k/tyre.obj': 'still no vertices, and changed', 'pot/1k/pot.obj': 'new' });

  await server.scan();

  const after = (await list('broken')).groups;
  expect(after.map(({ place }) => place)).toEqual(['pot', 'tyre']);
  expect(after[1]?.firstSeenAt).toBe(before);
  expect(String(after[0]?.firstSeenAt) > String(before)).toBe(true);
});

test('forgets a problem that is solved', async () => {
  const { server, library, list } = await openProblems();
  library.write({ 'tyre/1k/tyre.obj': objText(4, 'tyre'), 'tyre/10k/tyre.obj': objText(9, 'tyre') });

  await server.scan();

  expect((await list('broken')).groups).toEqual([]);
});

test.each([
  ['a.obj is empty. Export it again.', 'a.obj is empty.', 'Export it again.'],
  ['It is a link. Copy the file itself here.', 'It is a link.', 'Copy the file itself here.'],
  ['It is not responding.', 'It is not responding.', null],
  ['Check it.', 'Check it.', null],
])('parts %s', (reason, what, advice) => {
  expect(splitAdvice(reason)).toEqual({ what, advice });
});

const manySteps = Object.fromEntries(
  ['Base', 'Head', 'Feet'].flatMap((folder) => [
    [`Printer/${folder}/${folder}.uasset`, `parasolid ${folder}`],
    [`${folder} alone/part.umap`, `a map of ${folder}`],
  ]),
);

async function openManyProblems() {
  const { server, token, library } = await openLibrary({
    ...simpleModel('chair', { guid: 'chair' }),
    ...manySteps,
  });
  const list = async (state: 'open' | 'passed') =>
    (await server.call('adminProblems', { state }, { token })).body;
  const pass = async (id: string, isPassed: boolean) =>
    (await server.call('adminPassProblems', { id, isPassed }, { token })).body.problems;
  return { server, token, library, list, pass };
}

test('lists many files of one kind as one row', async () => {
  const { list } = await openManyProblems();

  const { groups, total } = await list('open');

  const rows = groups.map(({ place, count, ending, problems }) => [place, count, ending, problems.length]);
  expect(rows.sort()).toEqual([
    ['', 3, 'umap', 3],
    ['Printer', 3, 'uasset', 3],
  ]);
  expect(total).toBe(2);
});

test('passes over a row until it changes', async () => {
  const { server, token, library, list, pass } = await openManyProblems();
  const id = (await list('open')).groups.find(({ ending }) => ending === 'uasset')?.id ?? '';

  const passed = await pass(id, true);

  expect(passed).toBe(3);
  expect((await list('open')).groups.map(({ ending }) => ending)).toEqual(['umap']);
  expect((await list('passed')).groups).toMatchObject([{ place: 'Printer', count: 3 }]);
  expect((await server.call('adminStatus', {}, { token })).body.problems).toBe(3);
  const { actions } = (await server.call('adminActions', {}, { token })).body;
  expect(actions[0]).toMatchObject({ action: 'problem.pass', details: { place: 'Printer', count: 3 } });
  library.write({ 'Printer/Arm/Arm.uasset': 'another one' });
  await server.scan();
  expect((await list('open')).groups.map(({ place }) => place)).toContain('Printer/Arm/Arm.uasset');
});

test('lists again what was passed over', async () => {
  const { list, pass } = await openManyProblems();
  const id = (await list('open')).groups[0]?.id ?? '';
  await pass(id, true);

  const listed = await pass(id, false);

  expect(listed).toBe(3);
  expect((await list('open')).total).toBe(2);
  expect(await pass('no such row', true)).toBe(0);
});

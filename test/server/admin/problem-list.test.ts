import { expect, test } from 'vitest';
import { splitAdvice } from '../../../server/admin/problem-list.ts';
import { openCorrectedLibrary } from '../../helpers/corrected-library.ts';
import { objText, simpleModel } from '../../helpers/library-folder.ts';

const broken = {
  ...simpleModel('chair', { guid: 'chair' }),
  'tyre/1k/tyre.obj': 'no vertices here',
  'tyre/10k/tyre.obj': 'none here either',
  'lamp/lamp.obj': objText(4, 'lamp'),
  'lamp/lamp.uasset': 'ISO-10303-21',
};

async function openProblems() {
  const opened = await openCorrectedLibrary(broken);
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

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writePng } from '../../../../.ci/demo/write-png.ts';
import { reuseCorrectedLibraries } from '../../../helpers/corrected-library.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { solidModels } from '../../../helpers/solid-models.ts';
import { until } from '../../../helpers/test-site.ts';

const openLibrary = reuseCorrectedLibraries();
type Files = Parameters<typeof openLibrary>[0];

/** Text of a tetrahedron, in a unit of its own. */
const tetrahedron = (unit: number, height = 1) => `${[
  [0, 0, 0],
  [1, 0, 0],
  [0, 2, 0],
  [0, 0, 3 * height],
]
  .map((place) => `v ${place.map((value) => value * unit).join(' ')}`)
  .join('\n')}
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
`;

async function openDuplicates(files: Files) {
  const opened = await openLibrary(files);
  const { server, token } = opened;
  const waiting = server.db
    .prepare<[], number>("SELECT count(*) FROM job WHERE kind = 'shape' AND state = 'waiting'")
    .pluck();
  const read = () => until(async () => waiting.get() === 0);
  await read();
  const list = async () => (await server.call('adminDuplicates', {}, { token })).body.groups;
  const folders = async () =>
    (await list()).map(({ kind, models }) => [kind, ...models.map(({ folder }) => folder)]);
  const join = async (guids: readonly string[]) =>
    (await server.call('adminJoinDuplicates', { guids: [...guids] }, { token })).body;
  const dismiss = async (guids: readonly string[], isDismissed?: boolean) =>
    (await server.call('adminDismissDuplicates', { guids: [...guids], isDismissed }, { token })).status;
  return { ...opened, read, list, folders, join, dismiss };
}

test('lists copies in other formats, folders and units, and no others', async () => {
  const { folders } = await openDuplicates({
    'Old/cone.obj': tetrahedron(1),
    'Download/cone-final.obj': tetrahedron(39.37),
    'Other/taller.obj': tetrahedron(1, 1.02),
    ...Object.fromEntries(
      ['glb', 'fbx'].flatMap((format) =>
        Object.entries(solidModels[format] ?? {}).map(([name, content]) => [
          `${format === 'glb' ? 'Crates' : 'Cargo'}/${name}`,
          content,
        ]),
      ),
    ),
  });

  const found = (await folders()).map(([kind, ...places]) => [kind, ...places.sort()]).sort();

  expect(found).toEqual([
    ['same', expect.stringMatching(/^Cargo/), expect.stringMatching(/^Crates/)],
    ['same', expect.stringMatching(/^Download/), expect.stringMatching(/^Old/)],
  ]);
});

test('shows a picture of each copy', async () => {
  const { list, server } = await openDuplicates({
    'Old/cone.obj': tetrahedron(1),
    'Download/cone.obj': tetrahedron(2),
  });
  const models = (await list()).flatMap((group) => group.models);

  const pictures = await Promise.all(models.map(({ sketchUrl }) => fetch(`${server.baseUrl}${sketchUrl}`)));

  expect(pictures.map(({ headers }) => headers.get('content-type'))).toEqual(['image/webp', 'image/webp']);
});

test('calls the same shape with other textures a family', async () => {
  const textured = (name: string, picture: Uint8Array) => ({
    [`${name}/chair.obj`]: `# ${name}\nmtllib chair.mtl\n${tetrahedron(1)}`,
    [`${name}/chair.mtl`]: 'newmtl wood\nmap_Kd wood.png\n',
    [`${name}/wood.png`]: picture,
  });
  const { folders } = await openDuplicates({
    ...textured(
      'Oak',
      writePng(() => [0.5, 0.3, 0.1], 8),
    ),
    ...textured(
      'Pine',
      writePng(() => [0.8, 0.7, 0.4], 8),
    ),
  });

  expect(await folders()).toEqual([['family', expect.any(String), expect.any(String)]]);
});

test('calls models with one topology in common a family', async () => {
  const { folders } = await openDuplicates({
    'Whole/1k/cone.obj': tetrahedron(1),
    'Whole/10k/cone.obj': objText(40, 'finer'),
    'Light/1k/cone.obj': tetrahedron(2),
  });

  expect(await folders()).toEqual([['family', expect.any(String), expect.any(String)]]);
});

test('lists copies of several topologies once', async () => {
  const copy = (name: string) => ({
    [`${name}/1k/cone.obj`]: `# ${name}\n${tetrahedron(1)}`,
    [`${name}/10k/cone.obj`]: objText(40, name),
  });
  const { folders } = await openDuplicates({ ...copy('Old'), ...copy('Download') });

  expect(await folders()).toEqual([['same', expect.any(String), expect.any(String)]]);
});

test('keeps one of two copies in different folders, and both files', async () => {
  const { list, join, allModels, library, server, token } = await openDuplicates({
    'Old/cone.obj': tetrahedron(1),
    'Download/cone.obj': tetrahedron(2),
  });
  const [group] = await list();
  const [first, second] = group?.models ?? [];

  const answer = await join([first?.guid ?? '', second?.guid ?? '']);

  expect(answer.hidden).toEqual([second?.guid]);
  expect(allModels().map(({ guid }) => guid)).toEqual([first?.guid]);
  expect(await list()).toEqual([]);
  expect(['Old', 'Download'].map((name) => existsSync(path.join(library.folder, name, 'cone.obj')))).toEqual([
    true,
    true,
  ]);
  await server.call('adminHideModels', { guids: [second?.guid ?? ''], isHidden: false }, { token });
  expect(allModels()).toHaveLength(2);
});

test('puts copies in one folder together, and hides those elsewhere', async () => {
  const { list, join, allModels } = await openDuplicates({
    'Cones/first.obj': tetrahedron(1),
    'Cones/other.obj': tetrahedron(2),
    'Old/cone.obj': tetrahedron(3),
  });
  const models = (await list()).flatMap((group) => group.models);
  const old = models.find(({ folder }) => folder === 'Old')?.guid ?? '';
  const [kept = '', other = ''] = models.flatMap(({ guid }) => (guid === old ? [] : [guid]));

  const answer = await join([kept, other, old]);

  expect(answer.hidden).toEqual([old]);
  expect(allModels().map(({ guid }) => guid)).toEqual([kept]);
});

test('joins no models of different shapes', async () => {
  const { allModels, server, token } = await openDuplicates({
    'A/cone.obj': tetrahedron(1),
    'B/strip.obj': objText(5, 'strip'),
  });
  const guids = allModels().map(({ guid }) => guid);

  const answer = await server.call('adminJoinDuplicates', { guids }, { token });

  expect(answer.error?.code).toBe('INVALID_INPUT');
  expect(allModels()).toHaveLength(2);
});

test('forgets a copy whose shape changes', async () => {
  const { list, read, library, server } = await openDuplicates({
    'Old/cone.obj': tetrahedron(1),
    'Download/cone.obj': tetrahedron(2),
  });
  expect(await list()).toHaveLength(1);

  library.write({ 'Download/cone.obj': tetrahedron(2, 5) });
  await server.scan();
  await read();

  expect(await list()).toEqual([]);
});

test('leaves out what is not the same, until another model joins it', async () => {
  const { list, dismiss, read, library, server, token } = await openDuplicates({
    'Old/cone.obj': tetrahedron(1),
    'Download/cone.obj': tetrahedron(2),
    'A/strip.obj': objText(9, 'first'),
    'B/strip.obj': objText(9, 'second'),
  });
  const guidsOf = async () => (await list()).map(({ models }) => models.map(({ guid }) => guid));
  const [dismissed = [], other = []] = await guidsOf();
  const mixed = [dismissed[0] ?? '', other[0] ?? ''];

  expect([await dismiss(mixed), await dismiss(dismissed)]).toEqual([400, 200]);
  expect(await guidsOf()).toEqual([other]);
  const { actions } = (await server.call('adminActions', {}, { token })).body;
  expect(actions[0]).toMatchObject({ action: 'library.not-same', details: { models: 2 } });

  library.write({ 'New/cone.obj': tetrahedron(3), 'New/strip.obj': objText(9, 'third') });
  await server.scan();
  await read();
  expect((await guidsOf()).map(({ length }) => length)).toEqual([3, 3]);
  const [three = []] = await guidsOf();
  await dismiss(three);
  library.remove('New/cone.obj');
  await server.scan();
  await read();
  expect(await guidsOf()).toHaveLength(1);
});

test('lists again what was said to be different', async () => {
  const { list, dismiss, server, token } = await openDuplicates({
    'Old/cone.obj': tetrahedron(1),
    'New/cone.obj': tetrahedron(2),
  });
  const setAside = async () =>
    (await server.call('adminDuplicates', { state: 'dismissed' }, { token })).body.groups;
  const guids = (await list())[0]?.models.map(({ guid }) => guid) ?? [];

  await dismiss(guids);
  const away = [(await list()).length, (await setAside()).length];
  const status = await dismiss(guids, false);

  expect([away, status]).toEqual([[0, 1], 200]);
  expect([(await list()).length, (await setAside()).length]).toEqual([1, 0]);
  const { actions } = (await server.call('adminActions', {}, { token })).body;
  expect(actions[0]).toMatchObject({ action: 'library.same' });
});

import { expect, test } from 'vitest';
import { describePlace } from '../../../../server/library/recognise/about.ts';
import { groupScenes, type SceneGroup } from '../../../../server/library/recognise/group-scenes.ts';
import { guessTextures } from '../../../../server/library/recognise/guess-textures.ts';
import { readTextNote } from '../../../../server/library/recognise/notes.ts';
import { readSceneName } from '../../../../server/library/recognise/scene-name.ts';
import { withoutArchives } from '../../../../server/library/recognise/title.ts';

const toGroup = (scene: string): SceneGroup => {
  const name = readSceneName(scene);
  return { key: name.stem, name, scenes: [scene] };
};

test('gives meshes of an engine the textures that are called like them', () => {
  const groups = ['SM_Barrel_01a.fbx', 'SK_Taxi_LOD0.fbx'].map(toGroup);
  const files = ['T_Barrel_01a_BaseColor.png', 'T_Barrel_01a_ORM.png', 'T_Taxi_N.png', 'T_Ground_N.png'];

  const guessed = groups.map((group) =>
    guessTextures({ group, groups, files: files.map((name) => `Textures/${name}`), hasNamed: false }),
  );

  expect(guessed).toEqual([
    ['Textures/T_Barrel_01a_BaseColor.png', 'Textures/T_Barrel_01a_ORM.png'],
    ['Textures/T_Taxi_N.png'],
  ]);
});

test('gives each of very many meshes its own textures', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `Rock_a${index}`);
  const groups = names.map((name) => toGroup(`SM_${name}.obj`));
  const files = names.flatMap((name) => [`SM_${name}.obj`, `Textures/T_${name}_BaseColor.png`]);

  const guessed = groups.map((group) => guessTextures({ group, groups, files, hasNamed: false }));

  expect(guessed).toEqual(names.map((name) => [`Textures/T_${name}_BaseColor.png`]));
});

test.each([
  ['a picture of the model', 'crate.png', []],
  ['a picture of something else', 'holiday.png', []],
  ['a map by its name', 'crate_normal.png', ['crate_normal.png']],
  ['what lies with textures', 'textures/wood.png', ['textures/wood.png']],
  ['a render', 'textures/crate_render.png', []],
])('finds out whether %s is a texture of a file that names none', (_, picture, textures) => {
  const group = toGroup('crate.obj');

  expect(guessTextures({ group, groups: [group], files: ['crate.obj', picture], hasNamed: false })).toEqual(
    textures,
  );
});

test('takes what lies beside a file that cannot be asked', () => {
  const group = toGroup('sofa.max');

  expect(
    guessTextures({
      group,
      groups: [group],
      files: ['sofa.max', 'sofa.jpg', 'leather.jpg'],
      hasNamed: false,
    }),
  ).toEqual(['leather.jpg']);
});

test('reads what Thingiverse writes beside a thing', () => {
  const licence =
    'This thing was created by Thingiverse user maker42, and is licensed under Creative Commons - Attribution - Non-Commercial - Share Alike';
  const readme = 'Articulated Dragon by maker42 on Thingiverse: https://www.thingiverse.com/thing:4567890\n';

  expect(readTextNote('LICENSE.txt', licence)).toEqual({ license: 'CC-BY-NC-SA', author: 'maker42' });
  expect(readTextNote('README.txt', readme)).toEqual({
    title: 'Articulated Dragon',
    author: 'maker42',
    source: 'https://www.thingiverse.com/thing:4567890',
  });
});

test('leaves the number of an upload out of a title', () => {
  const name = readSceneName('files/Articulated Dragon - 4567890.stl');

  expect(describePlace({ folder: 'Prints', name, key: name.stem }, [])).toEqual({
    title: 'Articulated Dragon',
    category: 'Prints',
  });
});

test('puts no shelf into one of the same name', () => {
  const name = readSceneName('Cupboard.glb');

  expect(describePlace({ folder: withoutArchives('Old/old.zip/Oak'), name, key: name.stem }, [])).toEqual({
    title: 'Cupboard',
    category: 'Old',
    subcategory: 'Oak',
  });
});

/** The only model of a folder, unless a key names another. */
const describeScene = (path: string, { key = '', isAmongOnes = false } = {}) => {
  const parts = withoutArchives(path).split('/');
  const name = readSceneName(parts.at(-1) ?? '');
  return describePlace({ folder: parts.slice(0, -1).join('/'), name, key, isAmongOnes }, []);
};

test.each([
  ['ShapeNet/03001627/a00bbcfdbfe99637bfa1d83b364eeffb/models/model_normalized.obj', 'Shape Net a00bbcfd'],
  ['objaverse/glbs/000-023/1e46ed5e45b1f2eb4e08bebdebe88c9a.glb', 'Objaverse 1e46ed5e'],
  ['tripo/tripo_convert_5d2c8c9a-1c0c-4a9b-9d4c-2f1b9b0b8f3d.fbx', 'Tripo convert'],
  ['polycam/3DModel.glb', 'Polycam'],
  ['ai/rodin toy/base_basic_pbr.glb', 'Rodin toy'],
  ['polycam/textured_output.obj', 'Polycam'],
  ['Desk/New folder (2)/test.obj', 'Desk'],
  ['ai/Meshy_AI_Brass_Lantern_0813131415_texture.glb', 'Meshy AI Brass Lantern'],
  ['한국어/의자_최종.fbx', '의자 최종'],
  ['Scans/spirit-of-st-louis-150k-4096.glb', 'Spirit of st louis'],
])('calls %s %s', (path, title) => {
  expect(describeScene(path, { isAmongOnes: path.startsWith('한국어') })).toMatchObject({ title });
});

test('calls one of several models that say nothing by its own name', () => {
  expect(describeScene('Desktop/untitled.blend', { key: 'untitled' })).toMatchObject({ title: 'Untitled' });
  expect(describeScene('Desktop/base.stl', { key: 'base' })).toMatchObject({ title: 'Base' });
});

test.each([
  ['1456789_Office_Desk/officedesk/OfficeDesk.obj', {}],
  ['3dmodels/original/Q/B0752YD5XQ.glb', {}],
  ['Scans/RealityCapture/Altar.obj', { category: 'Scans' }],
  ['Sofas/1234567.5a1b2c3d4e5f6/Freeman.fbx', { category: 'Sofas' }],
])('makes no category of folders that say nothing: %s', (path, said) => {
  const { title: _, ...fields } = describeScene(path);

  expect(fields).toEqual(said);
});

test('makes no category of a folder that is called like the title', () => {
  const name = readSceneName('WM_low.fbx');
  const folder = 'Mills/medieval-windmill/source/windmill_final';

  expect(describePlace({ folder, name, key: '' }, [{ title: 'Medieval Windmill' }])).toEqual({
    title: 'Medieval Windmill',
    category: 'Mills',
  });
});

test('takes category and subcategory from one place', () => {
  const name = readSceneName('Var1_LOD0.fbx');

  const about = describePlace({ folder: 'Megascans/3dplant/fern', name, key: '' }, [{ category: 'fern' }]);

  expect(about).toMatchObject({ category: 'Fern' });
  expect(about).not.toHaveProperty('subcategory');
});

test('calls a copy and its original like the original', () => {
  const groups = groupScenes(['Pug (1).glb', 'Pug.glb', 'Cat.glb'], {
    isOneModel: false,
    trianglesOf: () => null,
  });

  expect(groups.map(({ name }) => name.written)).toEqual(['Cat', 'Pug']);
});

test.each([
  [
    'Headphone Stand © 2022 by Jan Novak is licensed under CC BY-NC-SA 4.0',
    { title: 'Headphone Stand', author: 'Jan Novak', license: 'CC-BY-NC-SA-4.0' },
  ],
  [
    'Slug by Isaac is licensed under the Creative Commons - Attribution license.',
    { title: 'Slug', author: 'Isaac', license: 'CC-BY' },
  ],
  [
    'Car Kit (3.0)\n\n\tCreated/distributed by Kenney (www.kenney.nl)\n\tLicense: (Creative Commons Zero, CC0)',
    { author: 'Kenney (www.kenney.nl)', license: 'CC0-1.0' },
  ],
  [
    'Helmet\nAuthor: duck\nURL: https://blendswap.com/blend/82931\nLicense: CC-BY',
    { author: 'duck', source: 'https://blendswap.com/blend/82931', license: 'CC-BY' },
  ],
  [
    'This thing was created by Thingiverse user acker, and is licensed under GNU - GPL',
    { author: 'acker', license: 'GPL' },
  ],
])('reads the licence %j', (text, note) => {
  expect(readTextNote('LICENSE.txt', text)).toEqual(note);
});

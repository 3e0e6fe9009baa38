import { expect, test } from 'vitest';
import { describePlace } from '../../../../server/library/recognise/about.ts';
import type { SceneGroup } from '../../../../server/library/recognise/group-scenes.ts';
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
    title: 'Articulated dragon',
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

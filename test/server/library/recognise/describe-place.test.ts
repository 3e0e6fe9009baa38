import { expect, test } from 'vitest';
import { describePlace } from '../../../../server/library/recognise/about.ts';
import { toLevel } from '../../../../server/library/recognise/level-of.ts';
import { findLicence } from '../../../../server/library/recognise/licences.ts';
import {
  readComments,
  readGltfAsset,
  readRecord,
  readTextNote,
} from '../../../../server/library/recognise/notes.ts';
import { readSceneName } from '../../../../server/library/recognise/scene-name.ts';
import { writeTitle } from '../../../../server/library/recognise/title.ts';

test.each([
  ['SM_Chair_Dining_01', 'Chair Dining 01'],
  ['CesiumMilkTruck', 'Cesium Milk Truck'],
  ['2CylinderEngine', '2 Cylinder Engine'],
  ['wooden-bookshelf_worn', 'Wooden bookshelf worn'],
  ['USB hub', 'USB hub'],
  ['uploads_files_1234567_Oak+Table', 'Oak Table'],
  ['SM_01', 'SM 01'],
  ['Ährenkorb', 'Ährenkorb'],
  ['椅子', '椅子'],
])('writes the title of %s', (name, title) => {
  expect(writeTitle(name)).toBe(title);
});

const place = (folder: string, file: string, key = '') => ({ folder, name: readSceneName(file), key });

test.each([
  [
    'shelves above',
    place('Furniture/Chairs', 'Oak_chair.fbx', 'oak chair'),
    { title: 'Oak chair', category: 'Furniture', subcategory: 'Chairs' },
  ],
  [
    'a folder of its own',
    place('Furniture/oak-chair', 'OakChair_LOD0.fbx'),
    { title: 'Oak Chair', category: 'Furniture' },
  ],
  [
    'a name that says nothing',
    place('Animals/Red Fox', 'scene.gltf'),
    { title: 'Red Fox', category: 'Animals' },
  ],
  [
    'a name and a folder that say nothing',
    place('Radios/Old radio/source', 'untitled.obj'),
    { title: 'Old radio', category: 'Radios' },
  ],
  [
    'a name and several folders that say nothing',
    place('Radios/Old radio/final/3D model', 'model_1.fbx'),
    { title: 'Old radio', category: 'Radios' },
  ],
  [
    'a model that is called a 3D model',
    place('Radios/old-radio/export', '3d model.fbx'),
    { title: 'Old radio', category: 'Radios' },
  ],
  [
    'folders that say nothing',
    place('Assets/Models/Props/FBX', 'Crate.fbx', 'crate'),
    { title: 'Crate', category: 'Props' },
  ],
  ['the library itself', place('', 'teapot.obj', 'teapot'), { title: 'Teapot' }],
  [
    'parts of one model',
    { folder: 'Kit', name: { stem: 'model', written: 'back' }, key: '' },
    { title: 'Kit' },
  ],
  [
    'many shelves',
    place('City/Roads/Europe', 'sign.glb', 'sign'),
    { title: 'Sign', category: 'City', subcategory: 'Roads', tags: ['Europe'] },
  ],
])('reads %s by the template', (_, placed, fields) => {
  expect(describePlace(placed, [])).toEqual(fields);
});

const oneEach = (folder: string, file: string, key = '') => ({
  ...place(folder, file, key),
  isAmongOnes: true,
});

test.each([
  [
    'a folder that says more',
    oneEach('Cameras/Antique camera', 'ac_final_v2.fbx'),
    { title: 'Antique camera', category: 'Cameras' },
  ],
  [
    'a file that says more',
    oneEach('Kitchen', 'copper teapot.obj'),
    { title: 'Copper teapot', tags: ['Kitchen'] },
  ],
  ['a folder at the top', oneEach('Chesterfield', 'x12.glb'), { title: 'Chesterfield' }],
  [
    'a file that is called alike',
    oneEach('Chairs/Oak chair', 'oak_chair_old.obj'),
    { title: 'Oak chair old', category: 'Chairs' },
  ],
  [
    'several models in it all the same',
    oneEach('Kitchen', 'teapot.obj', 'teapot'),
    { title: 'Teapot', category: 'Kitchen' },
  ],
])('makes no category of a folder for one model: %s', (_, placed, fields) => {
  expect(describePlace(placed, [])).toEqual(fields);
});

test.each([
  ['CC0 1.0 Universal (https://creativecommons.org/publicdomain/zero/1.0/)', 'CC0-1.0'],
  ['License: (Creative Commons Zero, CC0)', 'CC0-1.0'],
  ['CC-BY-4.0 (http://creativecommons.org/licenses/by/4.0/)', 'CC-BY-4.0'],
  ['Creative Commons Attribution-NonCommercial-ShareAlike 3.0', 'CC-BY-NC-SA-3.0'],
  ['cc by-nd', 'CC-BY-ND'],
  ['MIT License\n\nPermission is hereby granted, free of charge, to any person', 'MIT'],
  ['TurboSquid Royalty Free License', 'Royalty-free'],
  ['Models are CC0, music is CC-BY 4.0', null],
  ['You may use this at our studio.', null],
])('finds the licence in %j', (text, licence) => {
  expect(findLicence(text)).toBe(licence);
});

test("reads Sketchfab's licence file", () => {
  const note = readTextNote(
    'license.txt',
    `Model Information:
* title:\tOld radio
* source:\thttps://sketchfab.com/3d-models/old-radio-1
* author:\tAda (https://sketchfab.com/ada)

Model License:
* license type:\tCC-BY-4.0 (http://creativecommons.org/licenses/by/4.0/)
* requirements:\tAuthor must be credited. Commercial use is allowed.`,
  );

  expect(note).toEqual({
    title: 'Old radio',
    source: 'https://sketchfab.com/3d-models/old-radio-1',
    author: 'Ada (https://sketchfab.com/ada)',
    license: 'CC-BY-4.0',
  });
});

test('takes an unusual licence word by word', () => {
  expect(readTextNote('LICENSE.md', ' For our own studio only.\n')).toEqual({
    license: 'For our own studio only.',
  });
});

test('names a licence that is no text', () => {
  expect(readTextNote('License.pdf', '%PDF-1.7')).toEqual({ license: 'See License.pdf' });
});

test('takes no licence from a readme that names none', () => {
  expect(readTextNote('README.txt', 'Thanks for the download!')).toEqual({});
});

test('names a licence that is too long to quote', () => {
  expect(readTextNote('LICENCES.md', '| chair | ours |\n'.repeat(99))).toEqual({
    license: 'See LICENCES.md',
  });
});

test.each([
  [
    "Megascans' record",
    {
      id: 'tdkq',
      categories: ['3d', 'nature', 'rock'],
      tags: ['moss'],
      semanticTags: { name: 'Mossy rock' },
    },
    { title: 'Mossy rock', category: 'nature', subcategory: 'rock', tags: ['moss'] },
  ],
  [
    "Poly Haven's record",
    {
      name: 'Sofa 03',
      authors: { 'Kirill S.': 'All' },
      categories: ['furniture', 'seating'],
      tags: ['sofa'],
      files_hash: 'ab',
    },
    {
      title: 'Sofa 03',
      author: 'Kirill S.',
      category: 'furniture',
      subcategory: 'seating',
      tags: ['sofa'],
      license: 'CC0-1.0',
    },
  ],
  [
    "Sketchfab's record",
    {
      name: 'Radio',
      user: { displayName: 'Ada' },
      license: { label: 'CC Attribution' },
      tags: [{ name: 'retro' }],
      viewerUrl: 'https://x.example/1',
    },
    {
      title: 'Radio',
      author: 'Ada',
      source: 'https://x.example/1',
      license: 'CC Attribution',
      tags: ['retro'],
    },
  ],
  ['a list', [1, 2], {}],
  ['fields of other shapes', { title: 7, tags: { a: 1 }, author: null }, {}],
])('reads %s', (_, json, note) => {
  expect(readRecord(json)).toEqual(note);
});

test('reads what a glTF says of itself', () => {
  expect(
    readGltfAsset({
      version: '2.0',
      extras: {
        author: 'Ada',
        license: 'CC-BY-4.0 (http://creativecommons.org/licenses/by/4.0/)',
        title: 'Radio',
      },
    }),
  ).toEqual({ title: 'Radio', author: 'Ada', license: 'CC-BY-4.0' });
  expect(readGltfAsset({ copyright: '2017 Ada, CC0' })).toEqual({
    author: '2017 Ada, CC0',
    license: 'CC0-1.0',
  });
});

test('reads comments at the head of an MTL', () => {
  expect(readComments('# Author: Ada\n# License: CC0\nnewmtl a\n# Source: no')).toEqual({
    author: 'Ada',
    license: 'CC0-1.0',
    source: 'no',
  });
});

test('prefers what files say to what names say', () => {
  const about = describePlace(place('Props', 'SM_Radio.glb', 'radio'), [
    { title: 'Old radio', author: 'Ada', source: 'https://x.example/1' },
    { license: 'CC0-1.0', title: 'Something else' },
  ]);

  expect(about).toEqual({
    title: 'Old radio',
    category: 'Props',
    license: 'CC0-1.0',
    attribution: 'Old radio by Ada, https://x.example/1',
  });
});

test.each([
  [1, '1k'],
  [3100, '1k'],
  [3200, '10k'],
  [31_000, '10k'],
  [32_000, '100k'],
  [316_000, '100k'],
  [317_000, 'source'],
])('gives %i triangles the nearest level', (triangles, lod) => {
  expect(toLevel(triangles)).toBe(lod);
});

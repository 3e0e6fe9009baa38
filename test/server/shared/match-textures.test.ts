import { expect, test } from 'vitest';
import { matchTextures } from '../../../server/shared/match-textures.ts';

const match = (materials: readonly string[], pictures: readonly string[], closed: readonly string[] = []) =>
  Object.fromEntries(
    matchTextures(
      materials.map((name) => ({ name, isOpen: !closed.includes(name) })),
      pictures,
    ),
  );

test.each([
  [
    'Unreal',
    ['Textures/T_Chair_BaseColor.png', 'Textures/T_Chair_Normal.png', 'Textures/T_Chair_ORM.png'],
    {
      baseColor: 'Textures/T_Chair_BaseColor.png',
      normalDx: 'Textures/T_Chair_Normal.png',
      packed: 'Textures/T_Chair_ORM.png',
    },
  ],
  [
    'Substance',
    [
      ...['chair_albedo.jpg', 'chair_roughness.jpg', 'chair_metallic.jpg', 'chair_normal.png'],
      ...['chair_ao.jpg', 'chair_emissive.png', 'chair_opacity.png', 'chair_height.png'],
    ],
    {
      ...{ baseColor: 'chair_albedo.jpg', normal: 'chair_normal.png', roughness: 'chair_roughness.jpg' },
      ...{ metalness: 'chair_metallic.jpg', occlusion: 'chair_ao.jpg', emissive: 'chair_emissive.png' },
      opacity: 'chair_opacity.png',
    },
  ],
  [
    'Poly Haven',
    [
      ...['textures/chair_diff_2k.jpg', 'textures/chair_nor_gl_2k.png', 'textures/chair_nor_dx_2k.png'],
      ...['textures/chair_arm_2k.jpg', 'textures/chair_rough_2k.exr', 'textures/chair_disp_2k.png'],
    ],
    {
      baseColor: 'textures/chair_diff_2k.jpg',
      normal: 'textures/chair_nor_gl_2k.png',
      packed: 'textures/chair_arm_2k.jpg',
    },
  ],
  [
    'ambientCG',
    ['Wood049_2K-JPG_Color.jpg', 'Wood049_2K-JPG_NormalDX.jpg', 'Wood049_2K-JPG_NormalGL.jpg'],
    { baseColor: 'Wood049_2K-JPG_Color.jpg', normal: 'Wood049_2K-JPG_NormalGL.jpg' },
  ],
  [
    'Sketchfab',
    ['Wood_baseColor.png', 'Wood_metallicRoughness.png', 'Wood_normal.png'],
    {
      ...{ baseColor: 'Wood_baseColor.png', normal: 'Wood_normal.png' },
      metallicRoughness: 'Wood_metallicRoughness.png',
    },
  ],
  [
    'a game of letters',
    ['chair_d.tga', 'chair_n.tga', 'chair_r.tga'],
    { baseColor: 'chair_d.tga', normal: 'chair_n.tga', roughness: 'chair_r.tga' },
  ],
  [
    'several resolutions',
    ['1k/chair_diff_1k.jpg', '4k/chair_diff_4k.jpg', '4k/chair_diff_4k.png'],
    { baseColor: '4k/chair_diff_4k.png' },
  ],
  [
    'words of other things',
    ['rusty_metal_chair_diff.png', 'rusty_metal_chair_rough.png'],
    { baseColor: 'rusty_metal_chair_diff.png', roughness: 'rusty_metal_chair_rough.png' },
  ],
])('knows the textures of %s', (_, pictures, found) => {
  expect(match(['lambert1'], pictures)).toEqual({ lambert1: found });
});

test('gives each of several materials the textures called like it', () => {
  const wood = 'Chair_Wood_BaseColor.png';
  const dark = 'Chair_DarkWood_BaseColor.png';

  expect(match(['M_Wood', 'M_DarkWood', 'M_Glass'], [wood, dark])).toEqual({
    M_Wood: { baseColor: wood },
    M_DarkWood: { baseColor: dark },
  });
});

test.each([
  ['two sets for one material', ['Chair'], ['Chair_Red_BaseColor.png', 'Chair_Blue_BaseColor.png']],
  ['one set for two materials', ['Seat', 'Legs'], ['Chair_BaseColor.png', 'Chair_Normal.png']],
  ['two sets for each material', ['Wood', 'Steel'], ['old/Wood_BaseColor.png', 'new/Wood_BaseColor.png']],
  ['colours in two folders', ['Chair'], ['red/BaseColor.png', 'blue/BaseColor.png']],
  ['parts of one picture', ['Chair'], ['Chair_BaseColor.1001.png', 'Chair_BaseColor.1002.png']],
  ['a picture that tells nothing', ['Chair'], ['Chair.png']],
  ['a letter alone', ['Chair'], ['Chair_D.png', 'Chair_E.png']],
  ['no colour', ['Chair'], ['Chair_Normal.png', 'Chair_Roughness.png']],
  ['what nobody reads here', ['Chair'], ['Chair_BaseColor.exr', 'Chair_BaseColor.psd']],
])('matches nothing of %s', (_, materials, pictures) => {
  expect(match(materials, pictures)).toEqual({});
});

test('leaves a material alone that has pictures', () => {
  expect(match(['Wood', 'Steel'], ['Wood_BaseColor.png', 'Steel_BaseColor.png'], ['Wood'])).toEqual({
    Steel: { baseColor: 'Steel_BaseColor.png' },
  });
});

import { expect, test } from 'vitest';
import { tellMaps } from '../../../server/shared/texture-names.ts';

const told = (...paths: readonly string[]) =>
  Object.fromEntries(tellMaps(paths).map(({ path, map, surface }) => [path, `${surface}: ${map}`]));

test('tells maps by the names of pictures', () => {
  expect(
    told(
      ...['T_Chair_BaseColor.png', 'T_Chair_Normal.png', 'T_Chair_ORM.png', 'chair_disp_2k.png'],
      ...['Chair_Gloss.png', 'chair_specular.tga', 'chair_height.exr', 'chair_metallicRoughness.png'],
      ...['Chair_Metallic.png', 'chair_ao.jpg', 'chair_opacity.png', 'chair_emissive.png', 'Wood.png'],
    ),
  ).toEqual({
    'T_Chair_BaseColor.png': 'chair: baseColor',
    'T_Chair_Normal.png': 'chair: normal',
    'T_Chair_ORM.png': 'chair: orm',
    'chair_disp_2k.png': 'chair: height',
    'Chair_Gloss.png': 'chair: glossiness',
    'chair_specular.tga': 'chair: specular',
    'chair_height.exr': 'chair: height',
    'chair_metallicRoughness.png': 'chair: metallicRoughness',
    'Chair_Metallic.png': 'chair: metallic',
    'chair_ao.jpg': 'chair: occlusion',
    'chair_opacity.png': 'chair: opacity',
    'chair_emissive.png': 'chair: emissive',
  });
});

test('believes a single letter only beside another map of the surface', () => {
  expect(told('sword_n.png', 'sword_d.png', 'plan_r.png')).toEqual({
    'sword_n.png': 'sword: normal',
    'sword_d.png': 'sword: baseColor',
  });
});

test('tells nothing of what holds several maps in its own way', () => {
  expect(told('Chair_MetallicSmoothness.png', 'Chair_MaskMap.png', 'chair_thickness.png')).toEqual({});
});

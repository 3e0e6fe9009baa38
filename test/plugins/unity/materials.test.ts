import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openModel } from './stage.ts';
import type { UnitySession } from './unity-session.ts';
import { folderOf, nodeNamed } from './walk.ts';

const { openSignedIn } = prepareUnity();

async function importModel(title: string, pipeline = '') {
  const unity = await openSignedIn({ environment: { UNITY_PIPELINE: pipeline } });
  await openModel(unity, title.toLowerCase(), title);
  return { unity, state: await unity.press('Import') };
}
const fileOf = (unity: UnitySession, title: string, name: string) =>
  path.join(folderOf(unity, title), '1k/Materials', title.toLowerCase(), name);
const read = (unity: UnitySession, title: string, name: string) =>
  readFileSync(fileOf(unity, title, name), 'utf8').split('\n');

const lit = [
  {
    pipeline: '',
    material: [
      'Standard',
      '_BumpMap: bronze_normal.png',
      '_EmissionColor: 1 1 1',
      '_EmissionMap: bronze_emissive.png',
      '_GlossMapScale: 1',
      '_MainTex: bronze_basecolor.png',
      '_MetallicGlossMap: default_mask.png',
      '_OcclusionMap: default_mask.png',
      '_EMISSION',
      '_METALLICGLOSSMAP',
      '_NORMALMAP',
    ],
  },
  {
    pipeline: 'UniversalRenderPipelineAsset',
    material: [
      'Universal Render Pipeline/Lit',
      '_BaseMap: bronze_basecolor.png',
      '_BumpMap: bronze_normal.png',
      '_EmissionColor: 1 1 1',
      '_EmissionMap: bronze_emissive.png',
      '_MetallicGlossMap: default_mask.png',
      '_OcclusionMap: default_mask.png',
      '_Smoothness: 1',
      '_EMISSION',
      '_METALLICSPECGLOSSMAP',
      '_NORMALMAP',
      '_OCCLUSIONMAP',
    ],
  },
  {
    pipeline: 'HDRenderPipelineAsset',
    material: [
      'HDRP/Lit',
      '_BaseColorMap: bronze_basecolor.png',
      '_EmissiveColor: 1 1 1',
      '_EmissiveColorMap: bronze_emissive.png',
      '_MaskMap: default_mask.png',
      '_NormalMap: bronze_normal.png',
      '_Smoothness: 1',
      '_EMISSIVE_COLOR_MAP',
      '_MASKMAP',
      '_NORMALMAP',
      '_NORMALMAP_TANGENT_SPACE',
    ],
  },
];

for (const { pipeline, material } of lit)
  unityTest(`makes a material of ${material[0]}, with its mask`, async () => {
    const { unity, state } = await importModel('Bronze', pipeline);

    const made = read(unity, 'Bronze', 'default.mat');

    expect(made).toEqual(material);
    const pixel = '255 200 255 195';
    expect(read(unity, 'Bronze', 'default_mask.png')).toEqual(['2 x 2', ...Array(4).fill(pixel)]);
    expect(read(unity, 'Bronze', 'default_mask.png.meta')).toContain('sRGB: False');
    expect(nodeNamed(state, 'body')?.replaced).toBe(1);
  });

unityTest('makes no material where the pipeline is unknown', async () => {
  const { unity, state } = await importModel('Bronze', 'ToonPipelineAsset');

  const folder = path.join(folderOf(unity, 'Bronze'), '1k/Materials');

  expect(existsSync(folder)).toBe(false);
  expect(nodeNamed(state, 'bronze')).toBeDefined();
});

unityTest('gives each material its own pictures', async () => {
  const { unity } = await importModel('Lamp');

  const made = ['oak', 'iron'].map((name) => read(unity, 'Lamp', `${name}_color.mat`));

  const lines = (name: string) => [
    'Standard',
    `_BumpMap: ${name}_normal.png`,
    `_MainTex: ${name}_color.png`,
    '_NORMALMAP',
  ];
  expect(made).toEqual([lines('oak'), lines('iron')]);
});

unityTest('packs a mask again when its pictures change, and leaves the material to the person', async () => {
  const { unity } = await importModel('Bronze');
  writeFileSync(fileOf(unity, 'Bronze', 'default.mat'), 'mine');
  writeFileSync(fileOf(unity, 'Bronze', 'default_mask.png'), 'old');
  writeFileSync(path.join(folderOf(unity, 'Bronze'), '1k/textures/bronze_orm.png'), 'old');

  await unity.press('Import');

  expect(read(unity, 'Bronze', 'default.mat')).toEqual(['mine']);
  expect(read(unity, 'Bronze', 'default_mask.png')[0]).toBe('2 x 2');
});

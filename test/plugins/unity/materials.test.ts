import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { readDemoRadio } from '../demo-radio.ts';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openModel } from './stage.ts';
import type { UnitySession } from './unity-session.ts';
import { folderOf, nodeNamed } from './walk.ts';

const { openSignedIn } = prepareUnity(readDemoRadio);

async function importModel(title: string, pipeline = '') {
  const unity = await openSignedIn({ environment: { UNITY_PIPELINE: pipeline } });
  await openModel(unity, title.toLowerCase(), title);
  return { unity, state: await unity.press('Import') };
}
const homeOf = (unity: UnitySession, title: string) => path.join(folderOf(unity, title), '1k');
const fileOf = (unity: UnitySession, title: string, name: string) =>
  path.join(homeOf(unity, title), 'Materials', title.toLowerCase().replace(' ', '-'), name);
const read = (unity: UnitySession, title: string, name: string) =>
  readFileSync(fileOf(unity, title, name), 'utf8').split('\n');

const radio = 'Portable Radio';
const dial = 'portable-radio_dial_';
const material = `${dial}basecolor.mat`;
const mask = `${dial}basecolor_mask.png`;
const pictureOf = (unity: UnitySession, map: string) =>
  path.join(homeOf(unity, radio), `textures/${dial}${map}.png`);
/** Metalness, occlusion and smoothness of a picture that has occlusion, roughness and metalness. */
async function readMask(picture: string): Promise<readonly string[]> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer();
  return Array.from(
    { length: pixels.length / 3 },
    (_, at) => `${pixels[at * 3 + 2]} ${pixels[at * 3]} 255 ${255 - (pixels[at * 3 + 1] ?? 0)}`,
  );
}

const lit = [
  {
    pipeline: '',
    lines: [
      'Standard',
      '_BumpMap: normal.png',
      '_EmissionColor: 1 1 1',
      '_EmissionMap: emissive.png',
      '_GlossMapScale: 1',
      '_MainTex: basecolor.png',
      '_MetallicGlossMap: basecolor_mask.png',
      '_OcclusionMap: basecolor_mask.png',
      '_EMISSION',
      '_METALLICGLOSSMAP',
      '_NORMALMAP',
    ],
  },
  {
    pipeline: 'UniversalRenderPipelineAsset',
    lines: [
      'Universal Render Pipeline/Lit',
      '_BaseMap: basecolor.png',
      '_BumpMap: normal.png',
      '_EmissionColor: 1 1 1',
      '_EmissionMap: emissive.png',
      '_MetallicGlossMap: basecolor_mask.png',
      '_OcclusionMap: basecolor_mask.png',
      '_Smoothness: 1',
      '_EMISSION',
      '_METALLICSPECGLOSSMAP',
      '_NORMALMAP',
      '_OCCLUSIONMAP',
    ],
  },
  {
    pipeline: 'HDRenderPipelineAsset',
    lines: [
      'HDRP/Lit',
      '_BaseColorMap: basecolor.png',
      '_EmissiveColor: 1 1 1',
      '_EmissiveColorMap: emissive.png',
      '_MaskMap: basecolor_mask.png',
      '_NormalMap: normal.png',
      '_Smoothness: 1',
      '_EMISSIVE_COLOR_MAP',
      '_MASKMAP',
      '_NORMALMAP',
      '_NORMALMAP_TANGENT_SPACE',
    ],
  },
];

for (const { pipeline, lines } of lit)
  unityTest(`makes a material of ${lines[0]}, with its mask`, async () => {
    const { unity, state } = await importModel(radio, pipeline);

    const made = read(unity, radio, material);

    expect(made.map((line) => line.replace(dial, ''))).toEqual(lines);
    const [, ...pixels] = read(unity, radio, mask);
    expect(pixels.toSorted()).toEqual((await readMask(pictureOf(unity, 'orm'))).toSorted());
    expect(read(unity, radio, `${mask}.meta`)).toContain('sRGB: False');
    const settingsOf = (map: string) => readFileSync(`${pictureOf(unity, map)}.meta`, 'utf8');
    expect(settingsOf('normal')).toContain('textureType: NormalMap');
    expect(settingsOf('orm')).toContain('sRGB: False');
    expect(settingsOf('basecolor')).not.toContain('sRGB: False');
    expect(nodeNamed(state, 'body')?.replaced).toBe(4);
  });

unityTest('makes no material where the pipeline is unknown', async () => {
  const { unity, state } = await importModel('Lamp', 'ToonPipelineAsset');

  const folder = path.join(homeOf(unity, 'Lamp'), 'Materials');

  expect(existsSync(folder)).toBe(false);
  expect(nodeNamed(state, 'lamp')).toBeDefined();
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
  const { unity } = await importModel(radio);
  writeFileSync(fileOf(unity, radio, material), 'mine');
  writeFileSync(fileOf(unity, radio, mask), 'old');
  writeFileSync(pictureOf(unity, 'orm'), 'old');

  await unity.press('Import');

  expect(read(unity, radio, material)).toEqual(['mine']);
  expect(read(unity, radio, mask)[0]).toMatch(/^\d+ x \d+$/);
});

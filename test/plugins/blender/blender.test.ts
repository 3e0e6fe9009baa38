import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  packGlb,
  sampleFbxAscii,
  sampleGltfBuffer,
  sampleGltfDocument,
  samplePng,
} from '../../helpers/sample-files.ts';
import type { Stage } from '../3dsmax/stage.ts';
import { readDemoRadio } from '../demo-radio.ts';
import { startPluginStage } from '../plugin-stage.ts';
import { blenderProgram, hasBlender, readsTextFbx } from './blender-program.ts';
import { listEveryFormat } from './every-format.ts';
import { makeModels } from './make-models.ts';
import { answerFeed, listFiles, makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';
import type { Hear, Line } from './run-python.ts';

const needsBlender = test.skipIf(!hasBlender);
const reason = hasBlender ? '' : ' (skipped: Blender is not installed)';
let stage: Stage;
let models: ReturnType<typeof makeModels> = {};
const cleanups: (() => void)[] = [];

/** A glTF and an FBX that Blender's importers refuse. */
const jet = {
  'Jet/product.json': JSON.stringify({ title: 'Jet' }),
  'Jet/10k/jet.glb': packGlb(
    {
      ...sampleGltfDocument({ triangles: 2 }),
      extensionsUsed: ['KHR_texture_basisu'],
      extensionsRequired: ['KHR_texture_basisu'],
    },
    sampleGltfBuffer({ triangles: 2 }),
  ),
  'Jet/10k/jet.fbx': sampleFbxAscii({ triangles: 2 }),
};

/** A chair with maps that neither its FBX nor its OBJ names. */
function makePine(): Readonly<Record<string, string | Uint8Array>> {
  const own = ['fbx', 'obj', 'mtl', 'dae'].map((format) => `chair.${format}`);
  const maps = ['wood_normal', 'wood_roughness', 'wood_metallic'].map((name) => `textures/${name}.png`);
  const kept = [...own, 'textures/wood.png'].flatMap((name) => {
    const content = models[`Oak chair/10k/${name}`];
    return content === undefined ? [] : [[`Pine chair/10k/${name}`, content]];
  });
  return {
    'Pine chair/product.json': JSON.stringify({ title: 'Pine chair', priceUsd: 0 }),
    ...Object.fromEntries(kept),
    ...Object.fromEntries(maps.map((name) => [`Pine chair/10k/${name}`, samplePng({ side: 4 })])),
  };
}

beforeAll(async () => {
  if (!hasBlender) return;
  models = makeModels(blenderProgram);
  stage = await startPluginStage({ ...models, ...jet, ...makePine(), ...readDemoRadio() });
});
afterEach(() => {
  stage?.fault.set('none');
  stage?.overlay.clear();
  for (const clean of cleanups.splice(0)) clean();
});
afterAll(() => stage?.close());

function scratch() {
  const { folder, remove } = makeFolder();
  cleanups.push(remove);
  return folder;
}

const direct = /^\/api\/plugin\/download\/direct$/;
const refuse = (status: number, code: string, message: string) =>
  stage.overlay.answer(direct, () => ({
    status,
    body: JSON.stringify({ ok: false, code, message, requestId: 'r' }),
  }));

/** What goes wrong before each of the walk's failures. */
const troubles: Record<string, () => unknown> = {
  tampered: () => stage.fault.set('corrupt'),
  cut: () => stage.fault.set('cut'),
  traversal: () => {
    stage.fault.set('none');
    stage.overlay.answer(direct, async (_seen, passOn) => {
      const body: object = await (await passOn()).json();
      return { body: JSON.stringify({ ...body, relativePath: '../../evil.fbx' }) };
    });
  },
  'no money': () => refuse(402, 'INSUFFICIENT_BALANCE', 'It costs $5.00 and you have $1.00.'),
  gone: () => refuse(404, 'FILE_NOT_FOUND', 'This model has no such file any more.'),
  revoked: () => refuse(401, 'UNAUTHENTICATED', 'Sign in first.'),
};

async function play(line: Line) {
  if (typeof line.approveUrl === 'string') await stage.approve(line.approveUrl);
  if (typeof line.now === 'string') troubles[line.now]?.();
}

async function go(wish: object, onLine: Hear = play) {
  const home = scratch();
  const given = { server: stage.address, folder: path.join(home, 'models'), ...wish };
  return { home, found: await runBlender({ wish: given, onLine, home }) };
}

needsBlender(`walks from sign-in to switched topology${reason}`, async () => {
  answerFeed(stage, Buffer.from('x'));

  const { found } = await go({ do: 'walk' });

  expect(found.signedIn).toEqual({ user: expect.stringMatching(/^Person/), error: '' });
  expect(found.imported).toEqual({
    error: '',
    status: 'Oak chair, 10k: 1 object. Charged 1.00 USD, 99.00 left.',
  });
  expect(found.poster).toEqual([256, 256]);
  expect(found.update).toMatchObject({ version: '0.10.0' });
  expect(found.switched).toEqual({
    error: '',
    before: 150,
    after: 1536,
    location: [3, 4, 5],
    parent: 'Scene',
    material: 'Red paint',
    lampStays: true,
    back: '',
    facesBack: 150,
    lod: '10k',
  });
  expect(found.scene).toMatchObject({
    meshes: 1,
    faces: 150,
    roots: [['Oak chair', '10k', 'fbx']],
    collections: ['Oak chair (10k)'],
    images: { used: 1, lost: [], decoded: 1 },
  });
});

needsBlender(`gives materials the maps that an importer leaves out${reason}`, async () => {
  const { found } = await go({ do: 'materials', model: 'pine', lod: '10k', material: 'Wood' });

  const dressed = {
    'Base Color': ['wood.png, sRGB'],
    Metallic: ['wood_metallic.png, Non-Color'],
    Roughness: ['wood_roughness.png, Non-Color'],
    Normal: ['wood_normal.png, Non-Color'],
  };
  expect(found.materials).toEqual({
    ...{ fbx: dressed, obj: dressed },
    ...('Oak chair/10k/chair.dae' in models && { dae: dressed }),
  });
});

needsBlender(`gives a full set of pictures to FBX and OBJ as to GLB${reason}`, async () => {
  const { found } = await go({ do: 'materials', model: 'portable radio', lod: '1k', material: 'dial' });

  const ofDial = (ending: string) => {
    const name = (map: string, space: string) => `portable-radio_dial_${map}${ending}, ${space}`;
    const packed = [name('orm', 'Non-Color')];
    return {
      'Base Color': [name('basecolor', 'sRGB')],
      Metallic: packed,
      Roughness: packed,
      Normal: [name('normal', 'Non-Color')],
      Emission: [name('emissive', 'sRGB')],
    };
  };
  expect(found.materials).toEqual({ fbx: ofDial('.png'), obj: ofDial('.png'), glb: ofDial('') });
});

needsBlender(`opens every format with every texture${reason}`, async () => {
  const { found } = await go({ do: 'formats', model: 'oak' });

  expect(found.formats).toMatchObject(listEveryFormat(models));
});

needsBlender(`says every failure in one sentence${reason}`, async () => {
  const { found, home } = await go({ do: 'errors' });

  expect(found.errors).toEqual({
    tampered: expect.stringContaining('arrived damaged and was deleted'),
    cut: expect.stringContaining('The connection was lost'),
    traversal: expect.stringContaining('a file path that is not allowed'),
    'no money': 'It costs $5.00 and you have $1.00.',
    gone: 'This model has no such file any more.',
    revoked: 'Your sign-in has ended. Sign in again.',
    user: '',
    objects: 0,
  });
  expect(listFiles(home).filter((file) => /\.(fbx|png)$/.test(file))).toEqual([]);
});

needsBlender(`says when the sign-in was denied${reason}`, async () => {
  const { found } = await go({ do: 'deny' }, async ({ approveUrl }) => {
    if (typeof approveUrl === 'string') await stage.deny(approveUrl);
  });

  expect(found.signedIn).toEqual({ user: '', error: 'The sign-in was denied.' });
});

needsBlender(`says before the charge what Blender cannot read${reason}`, async () => {
  const job = {
    ...{ id: 'job-2', guid: 'g', title: 'Jet', lod: '10k', format: 'glb', server: stage.address },
    scenePath: path.join(stage.library.folder, 'Jet/10k/jet.glb'),
    searchPaths: [],
  };

  const { found } = await go({ do: 'unreadable', job });

  const basis = 'This Blender cannot read the file: it is a glTF that needs KHR_texture_basisu.';
  const ascii =
    'This Blender cannot read the file: it is an FBX written as text, which Blender reads from 4.5 on.';
  expect(found).toMatchObject({
    why: { 'jet.glb': basis, 'jet.fbx': readsTextFbx ? '' : ascii },
    taken: {
      glb: `${basis} Nothing was charged.`,
      ...(!readsTextFbx && { fbx: `${ascii} Nothing was charged.` }),
    },
    handedOver: expect.stringMatching(/^jet\.glb could not be imported \(.*KHR_texture_basisu.*\)\.$/),
    offline: 'Blender may not go online. Turn on Preferences > System > Network > Allow Online Access.',
  });
  const asked = stage.overlay.askedFiles().map((body) => JSON.parse(body).relativePath);
  expect(asked).toEqual(readsTextFbx ? ['10k/jet.fbx'] : []);
});

needsBlender(`imports what the desktop app hands over${reason}`, async () => {
  const topology = path.join(stage.library.folder, 'Pine chair/10k');
  const rough = { relativePath: '10k/textures/wood_roughness.png', map: 'roughness', colorSpace: 'linear' };
  const job = {
    id: 'job-1',
    guid: 'g',
    title: 'Pine chair',
    lod: '10k',
    format: 'fbx',
    scenePath: path.join(topology, 'chair.fbx'),
    searchPaths: [topology, path.join(topology, 'textures')],
    server: stage.address,
    textures: [{ ...rough, material: 'Wood' }],
  };

  const { found } = await go({ do: 'job', job });

  expect(found).toMatchObject({
    status: 'Pine chair, 10k: 1 object',
    error: '',
    roots: [['Pine chair', '10k', 'fbx']],
    images: { used: 2, lost: [] },
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { objText } from '../../helpers/library-folder.ts';
import { sampleGlb, samplePng } from '../../helpers/sample-files.ts';
import { oakLibrary } from '../oak-library.ts';
import { startPluginStage } from '../plugin-stage.ts';
import type { UnitySession } from './unity-session.ts';

const lampMtl = ['oak', 'iron'].map((name) => `newmtl ${name}\nmap_Kd textures/${name}_color.png\n`).join('');
const lampObj = `mtllib lamp.mtl\n${objText(2)}usemtl iron\nf 1 2 3\n`;

const unityModels = {
  'Oak chair/1k/chair.glb': sampleGlb({ triangles: 10 }),
  'Oak chair/1k/chair.unitypackage': Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  'Rock/product.json': JSON.stringify({ title: 'Rock' }),
  'Rock/1k/rock.obj': objText(30_000),
  'Marble/product.json': JSON.stringify({ title: 'Marble' }),
  'Marble/1k/marble.obj': objText(3),
  'Lamp/product.json': JSON.stringify({ title: 'Lamp' }),
  'Lamp/1k/lamp.obj': lampObj,
  'Lamp/1k/lamp.mtl': lampMtl,
  ...Object.fromEntries(
    ['oak_color', 'oak_normal', 'iron_color', 'iron_normal'].map((name) => [
      `Lamp/1k/textures/${name}.png`,
      samplePng({ side: 2 }),
    ]),
  ),
  ...Object.fromEntries(
    ['color', 'normal', 'roughness', 'seen'].map((map) => [
      `Marble/1k/textures/marble_${map}.png`,
      samplePng({ side: 4 }),
    ]),
  ),
};

/** The stage of every plugin, with Unity's files in its library and an overlay that takes its time. */
export async function startStage(more: Readonly<Record<string, Buffer>> = {}) {
  const stage = await startPluginStage({ ...oakLibrary(), ...unityModels, ...more });
  const { fault, overlay } = stage;
  // An answer that comes at once hides what runs on the wrong thread.
  const slowDown = () =>
    overlay.answer(/./, async (_, passOn) => {
      await wait(50);
      const answer = await passOn();
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      return { status: answer.status, type, body: new Uint8Array(await answer.arrayBuffer()) };
    });
  slowDown();
  const mend = () => {
    fault.set('none');
    overlay.clear();
    slowDown();
  };
  return { ...stage, mend };
}
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Opens the window with the stage's address in it. */
export async function openWindow(unity: UnitySession, stage: Pick<Stage, 'address'>) {
  await unity.open();
  return unity.type('Server', stage.address);
}

/** Signs in, approved at once; the editor's clock moves on so that the first poll is due. */
export async function signIn(unity: UnitySession, stage: Pick<Stage, 'approve'>) {
  await unity.tap('Sign in');
  await unity.until('Approve in your browser');
  const { opened } = await unity.send('opened');
  await stage.approve(opened.at(-1));
  await unity.send('advance', '2');
  return unity.until('Signed in');
}

export async function openModel(unity: UnitySession, query: string, title: string) {
  await unity.type('Search', query);
  await unity.press('Search');
  return unity.press(title);
}

/** Gives the project a package, by one of the files in which Unity lists them. */
export function addPackage({ project }: UnitySession, name: string, list = 'manifest.json') {
  mkdirSync(path.join(project, 'Packages'), { recursive: true });
  writeFileSync(path.join(project, 'Packages', list), JSON.stringify({ dependencies: { [name]: '3.4.0' } }));
}

export const openChair = (unity: UnitySession) => openModel(unity, 'oak chair', 'Oak chair');

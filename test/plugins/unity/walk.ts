import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { openChair, openWindow, type Stage } from './stage.ts';
import type { UnitySession, UnityState } from './unity-session.ts';

/** The folders and files of models in the project, without those of Unity. */
export function listAssets({ project }: UnitySession): string[] {
  const home = path.join(project, 'Assets/Lodestock');
  if (!existsSync(home)) return [];
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.meta'))
    .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)).split(path.sep))
    .map(([folder = '', ...rest]) => [folder.replace(/_.*/, ''), ...rest].join('/'))
    .sort();
}

/** Where the project keeps a model. */
export function folderOf({ project }: UnitySession, title: string): string {
  const home = path.join(project, 'Assets/Lodestock');
  const isOf = (name: string) => name.startsWith(title) && !name.endsWith('.meta');
  return path.join(home, readdirSync(home).find(isOf) ?? '');
}
export const chairFolder = (unity: UnitySession) => folderOf(unity, 'Oak chair');

/** What is being downloaded, or was left over from it. */
export const listStaged = ({ project }: UnitySession) => readdirSync(path.join(project, 'Library/Lodestock'));

/** Unity's GUID of an asset. */
export const guidOf = ({ project }: UnitySession, asset: string) =>
  readFileSync(path.join(project, `${asset}.meta`), 'utf8');

export const nodeNamed = (state: UnityState, name: string) => state.nodes.find((node) => node.name === name);
export const shows = (state: UnityState, text: string) =>
  state.shown.some(({ label }) => label.includes(text));

/** The sizes of the posters that are shown. */
export const posterSizes = ({ shown }: UnityState) =>
  shown.filter(({ kind }) => kind === 'poster').map(({ label }) => label);

async function walkSignIn(unity: UnitySession, stage: Stage) {
  await unity.tap('Sign in');
  const { opened } = await unity.send('opened');
  const state = await unity.until('same code');
  const code = /same code: (\S+)/.exec(
    state.shown.find(({ label }) => label.includes('same code'))?.label ?? '',
  )?.[1];
  expect(opened).toHaveLength(1);
  expect(opened[0]).toContain(code);

  await stage.approve(opened[0]);
  await unity.send('advance', '2');
  await unity.until('Signed in');
  expect(readFileSync(path.join(unity.home, 'prefs'), 'utf8')).not.toContain('lsp_');
  expect(shows(await unity.send('see'), 'Sign out')).toBe(true);
}

async function walkImport(unity: UnitySession) {
  await unity.send('scene', 'add', 'Thing');
  await openChair(unity);
  const page = await unity.quiet();
  expect(page.shown.find(({ kind }) => kind === 'toolbar')?.options).toEqual(['1k', '10k', '100k']);
  expect(posterSizes(page)).toEqual(['512 x 512']);

  await unity.pick('fbx');
  const state = await unity.press('Import');
  expect(await unity.status()).toBe('Oak chair, 1k fbx: added to the project and the scene.');
  expect(state.missing).toEqual([]);
  expect(listAssets(unity)).toEqual([
    'Oak chair/1k/chair.fbx',
    'Oak chair/1k/textures/wood.png',
    'Oak chair/model.json',
  ]);
  expect(nodeNamed(state, 'Thing')).toMatchObject({ source: '', parent: '' });
  expect(nodeNamed(state, 'chair')?.source).toMatch(/^Assets\/Lodestock\/Oak chair_[\w-]+\/1k\/chair\.fbx$/);
}

/** The same file once more, into the project alone: Unity's GUID stays, so the scene keeps its copy. */
async function walkAgain(unity: UnitySession) {
  const asset = nodeNamed(await unity.send('see'), 'Throne')?.source ?? '';
  const before = guidOf(unity, asset);
  await unity.send('act', 'toggle', 'Add to the open scene', '');
  const state = await unity.press('Import');
  expect(guidOf(unity, asset)).toBe(before);
  expect(state.nodes.filter(({ source }) => source === asset)).toHaveLength(1);
}

async function walkSwitch(unity: UnitySession, to: string) {
  await unity.press(`Switch to ${to}`);
  expect(await unity.status()).toContain(`Oak chair is now ${to}: 1 copy.`);
  const state = await unity.send('see');
  expect(nodeNamed(state, 'Throne')).toMatchObject({
    parent: 'Table',
    place: '1 2 3, 0 1 0 0, 1 1 1',
    source: expect.stringContaining(`/${to}/chair.fbx`),
  });
  expect(state.nodes.find((node) => node.parent === 'Throne' && node.name === 'body')?.materials).toContain(
    'gold',
  );
  expect(nodeNamed(state, 'Cushion')).toMatchObject({ parent: 'Throne', place: '0 1 0, 0 0 0 0, 1 1 1' });
}

/** The way of an artist through the whole plugin. */
export async function walkThrough(unity: UnitySession, stage: Stage) {
  await openWindow(unity, stage);
  await walkSignIn(unity, stage);
  await walkImport(unity);
  await unity.send('scene', 'rename', 'chair', 'Throne');
  await walkAgain(unity);
  await unity.send('scene', 'add', 'Table');
  await unity.send('scene', 'link', 'Throne', 'Table');
  await unity.send('scene', 'add', 'Cushion');
  await unity.send('scene', 'link', 'Cushion', 'Throne');
  await unity.send('scene', 'move', 'Cushion', '0', '1', '0');
  await unity.send('scene', 'move', 'Throne', '1', '2', '3');
  await unity.send('scene', 'turn', 'Throne');
  await unity.send('scene', 'paint', 'Throne', 'gold');
  await unity.send('scene', 'select', 'Throne');
  for (const to of ['10k', '100k', '1k']) await walkSwitch(unity, to);
}

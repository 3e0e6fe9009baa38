import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildBlenderExtension } from '../../../../.ci/build-extension.ts';
import { textOf } from '../../../../server/contract/sentence.ts';
import { listFiles } from '../../list-files.ts';
import { putUnityProjects } from '../apps/fake-computer.ts';
import { builtVersion, startApp } from './plugins-under-test.ts';

test.each([
  ['3dsmax', 'PackageContents.xml', builtVersion],
  ['blender', 'blender_manifest.toml', buildBlenderExtension().version],
])('installs the plugin of %s with one call', async (family, name, version) => {
  const { install, findTarget } = await startApp();
  const before = await findTarget(family);

  await install(family);

  const after = await findTarget(family);
  expect([before.state, before.version]).toEqual(['absent', null]);
  expect([after.state, after.version, after.message]).toEqual(['installed', version, null]);
  expect(existsSync(path.join(after.place, name))).toBe(true);
});

test('installs into a Unity project, and not beside its package', async () => {
  const { put, at, call, root, computer, install, findTarget } = await startApp();
  await putUnityProjects({ put, at, root, computer }, { Game: '2022.3.10f1' });
  await install('unity');
  const { place, state } = await findTarget('unity');
  await put('Game/Packages/manifest.json', '{"dependencies":{"com.lodestock.unity":"0.1.0"}}');

  const blocked = await findTarget('unity');
  const installing = call['plugins.install']({ id: blocked.id });

  expect([state, place]).toEqual(['installed', at('Game/Assets/Editor/Lodestock')]);
  expect(existsSync(path.join(place, 'free3d_online.cs'))).toBe(true);
  await expect(installing).rejects.toThrow('Update it in Unity');
});

test('knows what is installed after a restart', async () => {
  const { install, open, offer } = await startApp();
  await install('3dsmax');
  offer('0.2.0');

  const { families } = await open()['plugins.read'](undefined);

  expect(families[0]).toMatchObject({
    offered: '0.2.0',
    notes: ['News of 0.2.0.'],
    targets: [{ state: 'outdated', version: builtVersion }],
  });
});

test('updates and keeps the version before', async () => {
  const { install, offer, script, previousDir, findTarget } = await startApp();
  await install('3dsmax');
  const before = readFileSync(script);
  offer('0.10.0');

  await install('3dsmax');

  const kept = (await listFiles(previousDir)).find((file) => file.endsWith('free3d_installer.ms')) ?? '';
  expect(readFileSync(script, 'utf8')).toBe('-- version = "0.10.0"\n');
  expect(readFileSync(path.join(previousDir, kept))).toEqual(before);
  expect((await findTarget('3dsmax')).state).toBe('installed');
});

test('recognises a plugin that was edited by hand', async () => {
  const { install, script, findTarget, previousDir } = await startApp();
  await install('3dsmax');
  await appendFile(script, '-- mine\n');

  const changed = await findTarget('3dsmax');
  await install('3dsmax');

  expect([changed.state, changed.version]).toEqual(['changed', builtVersion]);
  expect(textOf(changed.message ?? '')).toContain('keeps a copy in');
  const kept = (await listFiles(previousDir)).find((file) => file.endsWith('.ms')) ?? '';
  expect(readFileSync(path.join(previousDir, kept), 'utf8')).toMatch(/-- mine\n$/);
  expect((await findTarget('3dsmax')).state).toBe('installed');
});

test('recognises a plugin that lost a file', async () => {
  const { install, max, findTarget } = await startApp();
  await install('3dsmax');
  await rm(path.join(max.place, 'PackageContents.xml'));

  expect((await findTarget('3dsmax')).state).toBe('changed');
});

test('recognises a plugin that updated itself', async () => {
  const { install, script, findTarget } = await startApp();
  await install('3dsmax');
  await writeFile(script, '-- version = "0.3.0"\n');

  const target = await findTarget('3dsmax');

  expect([target.state, target.version]).toEqual(['installed', '0.3.0']);
});

test('removes its own files and nothing else', async () => {
  const { install, remove, max, findTarget } = await startApp();
  await install('3dsmax');
  await writeFile(path.join(max.place, 'Contents/mine.ms'), '-- mine');

  await remove('3dsmax');

  expect(await listFiles(max.place)).toEqual(['Contents', 'Contents/mine.ms']);
  expect((await findTarget('3dsmax')).state).toBe('absent');
});

test('removes what Python compiled of its files', async () => {
  const { install, remove, findTarget } = await startApp();
  await install('blender');
  const { place } = await findTarget('blender');
  await mkdir(path.join(place, '__pycache__'));
  await writeFile(path.join(place, '__pycache__/client.cpython-311.pyc'), 'compiled');

  await remove('blender');

  expect(existsSync(place)).toBe(false);
});

test('leaves no empty folder when it removes', async () => {
  const { install, remove, max } = await startApp();
  await install('3dsmax');

  await remove('3dsmax');

  expect(existsSync(max.place)).toBe(false);
});

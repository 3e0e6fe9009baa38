import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readInstallFolders } from '../../../../src-main/dcc/apps/computer.ts';
import { findBlender } from '../../../../src-main/dcc/apps/find-blender.ts';
import { findGodot } from '../../../../src-main/dcc/apps/find-godot.ts';
import { findMax } from '../../../../src-main/dcc/apps/find-max.ts';
import { findPrograms } from '../../../../src-main/dcc/apps/find-programs.ts';
import { findUnity } from '../../../../src-main/dcc/apps/find-unity.ts';
import { makeComputer, putUnityProjects } from './fake-computer.ts';

const namesOf = (apps: readonly { readonly name: string }[]) => apps.map(({ name }) => name);

test('finds 3ds Max by folder and by registry', async () => {
  const { computer, at, put } = await makeComputer('win32', ['elsewhere/3ds Max 2026', 'gone/3ds Max 2022']);
  await put('programs/Autodesk/3ds Max 2024/3dsmax.exe');
  await put('programs/Autodesk/3ds Max 2020/3dsmax.exe');
  await put('programs/Autodesk/3ds Max 2023/readme.txt');
  await put('elsewhere/3ds Max 2026/3dsmax.exe');

  const found = await findMax(computer);

  expect(found).toEqual([
    {
      family: '3dsmax',
      name: '3ds Max 2024, 2026',
      place: at('settings/Autodesk/ApplicationPlugins/Lodestock'),
    },
  ]);
});

test('reads install folders as the registry prints them', () => {
  const printed = [
    'HKEY_LOCAL_MACHINE\\SOFTWARE\\Autodesk\\3dsMax\\26.0',
    '    Installdir    REG_SZ    C:\\Program Files\\Autodesk\\3ds Max 2024\\',
    '',
    'End of search: 1 match(es) found.',
  ].join('\r\n');

  expect(readInstallFolders(printed)).toEqual(['C:\\Program Files\\Autodesk\\3ds Max 2024\\']);
});

test.each(['darwin', 'linux'] as const)('finds no 3ds Max on %s', async (platform) => {
  const { computer, put } = await makeComputer(platform);
  await put('programs/Autodesk/3ds Max 2024/3dsmax.exe');

  expect(await findMax(computer)).toEqual([]);
});

test.each(['win32', 'darwin', 'linux'] as const)(
  'finds the projects of Unity Hub on %s',
  async (platform) => {
    const fake = await makeComputer(platform);
    await putUnityProjects(fake, { Game: '2022.3.10f1', New: '6000.0.1f1', Old: '2018.4.1f1' });

    const found = await findUnity(fake.computer);

    expect(found).toEqual([
      {
        family: 'unity',
        name: 'Game (Unity 2022.3.10f1)',
        place: fake.at('Game/Assets/Editor/Lodestock'),
      },
      { family: 'unity', name: 'New (Unity 6000.0.1f1)', place: fake.at('New/Assets/Editor/Lodestock') },
    ]);
  },
);

test('finds the script where somebody else put it', async () => {
  const fake = await makeComputer('linux');
  await putUnityProjects(fake, { Game: '2022.3.10f1' });
  await fake.put('Game/Assets/Tools/Editor/free3d_online.cs', 'script');

  const [found] = await findUnity(fake.computer);

  expect(found?.place).toBe(fake.at('Game/Assets/Tools/Editor'));
});

test('leaves projects alone that have the package', async () => {
  const fake = await makeComputer('linux');
  await putUnityProjects(fake, { Game: '2022.3.10f1' });
  await fake.put('Game/Packages/manifest.json', '{"dependencies":{"com.lodestock.unity":"0.1.0"}}');

  const [found] = await findUnity(fake.computer);

  expect(found?.fault).toContain('has the package com.lodestock.unity');
});

test.each([
  ['a list of another kind', '{"data":[1]}'],
  ['half a list', '{"schema_version":"v1","da'],
  ['projects that are gone', '{"data":{"/no/such/project":{"title":"Gone"}}}'],
  ['a path that is not whole', '{"data":{"Game":{"path":"Game"}}}'],
])('takes nothing from %s', async (_name, list) => {
  const { computer, put } = await makeComputer('linux');
  await put('settings/UnityHub/projects-v1.json', list);

  expect(await findUnity(computer)).toEqual([]);
});

test('finds each Blender on Windows', async () => {
  const { computer, at, put } = await makeComputer('win32');
  await put('programs/Blender Foundation/Blender 4.2/4.2/license.txt');
  await put('programs/Blender Foundation/Blender 4.2/blender.exe');
  await put('settings/Blender Foundation/Blender/3.6/config/userpref.blend');
  await put('settings/Blender Foundation/Blender/2.93/config/userpref.blend');

  const found = await findBlender(computer);

  expect(found).toEqual([
    {
      family: 'blender',
      name: 'Blender 4.2',
      place: at('settings/Blender Foundation/Blender/4.2/extensions/user_default/lodestock'),
    },
    {
      family: 'blender',
      name: 'Blender 3.6',
      place: at('settings/Blender Foundation/Blender/3.6/scripts/addons/lodestock'),
    },
  ]);
});

test('finds each Blender on macOS', async () => {
  const { computer, at, put } = await makeComputer('darwin');
  const plist = '<dict><key>CFBundleShortVersionString</key>\n\t<string>4.10.2</string></dict>';
  await put('programs/Blender.app/Contents/Info.plist', plist);
  await put('settings/Blender/4.9/config/userpref.blend');

  const found = await findBlender(computer);

  expect(namesOf(found)).toEqual(['Blender 4.10', 'Blender 4.9']);
  expect(found[0]?.place).toBe(at('settings/Blender/4.10/extensions/user_default/lodestock'));
});

test('finds each Blender on Linux, by links too', async () => {
  const { computer, at, put } = await makeComputer('linux');
  await put('opt/blender-4.5-linux-x64/blender');
  await put('opt/blender-4.5-linux-x64/4.5/license.txt');
  await put('programs/blender-4.3/4.3/license.txt');
  await put('settings/blender/3.4/config/userpref.blend');
  await put('commands/other');
  await symlink(at('opt/blender-4.5-linux-x64/blender'), at('commands/blender'));

  const found = await findBlender(computer);

  expect(namesOf(found)).toEqual(['Blender 4.5', 'Blender 4.3', 'Blender 3.4']);
});

test('finds nothing on an empty computer', async () => {
  const { computer } = await makeComputer('win32');

  const found = await Promise.all([findMax(computer), findUnity(computer), findBlender(computer)]);

  expect(found).toEqual([[], [], []]);
});

test.each([
  ['linux', 'programs/blender-5.0.1/blender'],
  ['win32', 'programs/Blender Foundation/Blender 5.0/blender.exe'],
  ['darwin', 'programs/Blender.app/Contents/MacOS/Blender'],
] as const)('finds the program of Blender on %s', async (platform, file) => {
  const { computer, at, put } = await makeComputer(platform);
  await put(file);

  expect(await findPrograms(computer)).toEqual([{ name: 'Blender', formats: ['blend'], file: at(file) }]);
});

test('finds the newest 3ds Max, which opens its own files', async () => {
  const { computer, at, put } = await makeComputer('win32');
  for (const year of [2023, 2026]) await put(`programs/Autodesk/3ds Max ${year}/3dsmax.exe`);

  const file = at('programs/Autodesk/3ds Max 2026/3dsmax.exe');
  expect(await findPrograms(computer)).toEqual([{ name: '3ds Max', formats: ['max'], file }]);
});

test.each([
  ['linux', 'godot'],
  ['win32', 'Godot'],
] as const)('finds the projects of Godot on %s', async (platform, folder) => {
  const { computer, at, put } = await makeComputer(platform);
  const features = (version: string) => `config/features=PackedStringArray("${version}", "Forward Plus")\n`;
  await put('Forest/project.godot', `[application]\nconfig/name="Deep forest"\n${features('4.6')}`);
  await put('Old/project.godot', features('4.3'));
  const list = ['Forest', 'Old', 'Gone'].map((name) => `[${at(name)}]\n\nfavorite=false\n`);
  await put(`data/${folder}/projects.cfg`, list.join('\n'));

  expect(await findGodot(computer)).toEqual([
    { family: 'godot', name: 'Deep forest (Godot 4.6)', place: at('Forest/addons/lodestock') },
  ]);
});

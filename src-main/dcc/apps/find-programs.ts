import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { nativeFormatsOf } from '../../../server/contract/catalogue/formats.ts';
import type { Program } from '../../library/handlers.ts';
import type { Computer } from './computer.ts';
import { isFile, listNames } from './look.ts';

async function findFirst(files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(files.map(async (file) => ((await isFile(file)) ? [file] : [])));
  return found.flat();
}

async function findBlenders({ platform, programs, commands }: Computer): Promise<string[]> {
  const command = platform === 'win32' ? 'blender.exe' : 'blender';
  const below = programs.map(async (folder) => {
    const root = platform === 'win32' ? path.join(folder, 'Blender Foundation') : folder;
    const names = (await listNames(root)).filter((name) => /^blender/i.test(name)).toReversed();
    const inside = platform === 'darwin' ? ['Contents', 'MacOS', 'Blender'] : [command];
    return names.map((name) => path.join(root, name, ...inside));
  });
  const beside = await findFirst(commands.map((folder) => path.join(folder, command)));
  const installed = await findFirst((await Promise.all(below)).flat());
  return [...(await Promise.all(beside.map((file) => realpath(file)))), ...installed];
}

async function findMaxes({ platform, programs, readMaxFolders }: Computer): Promise<string[]> {
  if (platform !== 'win32') return [];
  const below = programs.map(async (folder) => {
    const autodesk = path.join(folder, 'Autodesk');
    return (await listNames(autodesk)).toReversed().map((name) => path.join(autodesk, name));
  });
  const folders = [...(await Promise.all(below)).flat(), ...(await readMaxFolders())];
  return findFirst(folders.map((folder) => path.join(folder, '3dsmax.exe')));
}

/** Returns the newest installation of each DCC app that opens scene files. Unity opens projects only. */
export async function findPrograms(computer: Computer): Promise<Program[]> {
  const [[blender], [max]] = await Promise.all([findBlenders(computer), findMaxes(computer)]);
  return [
    ...(blender === undefined
      ? []
      : [{ name: 'Blender', formats: nativeFormatsOf('blender'), file: blender }]),
    ...(max === undefined ? [] : [{ name: '3ds Max', formats: nativeFormatsOf('3dsmax'), file: max }]),
  ];
}

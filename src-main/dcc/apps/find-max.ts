import path from 'node:path';
import type { Computer } from './computer.ts';
import type { FoundApp } from './dcc-app.ts';
import { isFile, listNames } from './look.ts';

const folderName = /^3ds Max (20\d\d)$/;
const oldest = 2021;

/** Returns the installed versions of 3ds Max as one app, as they share one plugin folder. */
export async function findMax(computer: Computer): Promise<FoundApp[]> {
  if (computer.platform !== 'win32') return [];
  const below = await Promise.all(
    computer.programs.map(async (programs) => {
      const autodesk = path.join(programs, 'Autodesk');
      return (await listNames(autodesk)).map((name) => path.join(autodesk, name));
    }),
  );
  const folders = [...below.flat(), ...(await computer.readMaxFolders())];
  const years = await Promise.all(
    folders.map(async (folder) => {
      const year = folderName.exec(path.basename(folder.replace(/[\\/]+$/, '')))?.[1];
      return year !== undefined && (await isFile(path.join(folder, '3dsmax.exe'))) ? year : null;
    }),
  );
  const found = [...new Set(years.filter((year) => year !== null && Number(year) >= oldest))].toSorted();
  if (found.length === 0) return [];
  return [
    {
      family: '3dsmax',
      name: `3ds Max ${found.join(', ')}`,
      place: path.join(computer.settings, 'Autodesk', 'ApplicationPlugins', 'Lodestock'),
    },
  ];
}

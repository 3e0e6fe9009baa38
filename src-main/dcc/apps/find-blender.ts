import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Computer } from './computer.ts';
import type { FoundApp } from './dcc-app.ts';
import { isFile, listNames, readText } from './look.ts';

const versionName = /^(\d+)\.(\d+)$/;
const bundleVersion = /<key>CFBundleShortVersionString<\/key>\s*<string>(\d+\.\d+)/;

/** Blender names folders after its version, both in its settings and next to its executable. */
const listVersions = async (folder: string) =>
  (await listNames(folder)).filter((name) => versionName.test(name));

async function readPrograms({ platform, programs, commands }: Computer): Promise<string[]> {
  const command = platform === 'win32' ? 'blender.exe' : 'blender';
  const beside = await Promise.all(
    commands.map(async (folder) => {
      const file = path.join(folder, command);
      return (await isFile(file)) ? listVersions(path.dirname(await realpath(file))) : [];
    }),
  );
  const installed = await Promise.all(
    programs.flatMap(async (folder) => {
      const names = await listNames(folder);
      if (platform === 'darwin') {
        const apps = names.filter((name) => /^Blender.*\.app$/i.test(name));
        const lists = apps.map((name) => readText(path.join(folder, name, 'Contents', 'Info.plist')));
        return (await Promise.all(lists)).flatMap((text) => bundleVersion.exec(text ?? '')?.[1] ?? []);
      }
      const root = platform === 'win32' ? path.join(folder, 'Blender Foundation') : folder;
      const folders = (await listNames(root)).filter((name) => /^blender/i.test(name));
      return (await Promise.all(folders.map((name) => listVersions(path.join(root, name))))).flat();
    }),
  );
  return [...beside, ...installed].flat();
}

const settingsOf = ({ platform, settings }: Computer) => {
  if (platform === 'win32') return path.join(settings, 'Blender Foundation', 'Blender');
  return path.join(settings, platform === 'darwin' ? 'Blender' : 'blender');
};

const toNumber = (version: string) => {
  const [, major = '0', minor = '0'] = versionName.exec(version) ?? [];
  return Number(major) * 1000 + Number(minor);
};
const oldest = toNumber('3.4');
const firstWithExtensions = toNumber('4.2');

/** Returns every Blender that is installed or was started once, newest first. */
export async function findBlender(computer: Computer): Promise<FoundApp[]> {
  const folder = settingsOf(computer);
  const versions = new Set([...(await listVersions(folder)), ...(await readPrograms(computer))]);
  return [...versions]
    .filter((version) => toNumber(version) >= oldest)
    .toSorted((a, b) => toNumber(b) - toNumber(a))
    .map((version) => {
      const isNew = toNumber(version) >= firstWithExtensions;
      const below = isNew ? ['extensions', 'user_default', 'lodestock'] : ['scripts', 'addons', 'lodestock'];
      return { family: 'blender', name: `Blender ${version}`, place: path.join(folder, version, ...below) };
    });
}

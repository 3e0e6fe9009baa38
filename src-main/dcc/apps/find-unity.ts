import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Computer } from './computer.ts';
import type { FoundApp } from './dcc-app.ts';
import { isFile, isFolder, readText } from './look.ts';

const unityScript = 'free3d_online.cs';

const HubList = z.object({
  data: z.record(z.string(), z.object({ path: z.string().optional(), title: z.string().optional() }).loose()),
});
const version = /^m_EditorVersion: (\d+)\.(\d+)\S*/m;
const packageName = 'com.lodestock.unity';
const deepest = 4;

function readHubList(text: string | null): { folder: string; title: string }[] {
  try {
    const { data } = HubList.parse(JSON.parse(text ?? ''));
    return Object.entries(data).map(([key, project]) => {
      const folder = project.path ?? key;
      return { folder, title: project.title ?? path.basename(folder) };
    });
  } catch {
    return []; // no Unity Hub, or an unknown list format
  }
}

/** Finds an existing copy of the script in a project, as Unity would not compile a second one. */
async function findScript(folder: string, depth = 0): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some((entry) => entry.isFile() && entry.name === unityScript)) return folder;
  if (depth === deepest) return null;
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const found = await findScript(path.join(folder, entry.name), depth + 1);
    if (found) return found;
  }
  return null;
}

async function toApp({ folder, title }: { folder: string; title: string }): Promise<FoundApp | null> {
  if (!path.isAbsolute(folder) || !(await isFolder(path.join(folder, 'Assets')))) return null;
  const found = version.exec(
    (await readText(path.join(folder, 'ProjectSettings', 'ProjectVersion.txt'))) ?? '',
  );
  if (!found) return null;
  const [line, major = '', minor = ''] = found;
  if (Number(major) < 2019 || (major === '2019' && Number(minor) < 4)) return null;
  const assets = path.join(folder, 'Assets');
  const manifest = await readText(path.join(folder, 'Packages', 'manifest.json'));
  const isPackaged =
    manifest?.includes(`"${packageName}"`) || (await isFolder(path.join(folder, 'Packages', packageName)));
  const place = (await findScript(assets)) ?? path.join(assets, 'Editor', 'Lodestock');
  const name = `${title} (Unity ${line.split(': ')[1]})`;
  const fault = `This project has the package ${packageName}. Update it in Unity's Package Manager, or remove it there first.`;
  return { family: 'unity', name, place, ...(isPackaged && { fault }) };
}

export async function findUnity({ settings }: Computer): Promise<FoundApp[]> {
  const list = path.join(settings, 'UnityHub', 'projects-v1.json');
  if (!(await isFile(list))) return [];
  const projects = await Promise.all(readHubList(await readText(list)).map(toApp));
  return projects.filter((project) => project !== null).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

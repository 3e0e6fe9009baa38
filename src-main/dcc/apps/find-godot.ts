import path from 'node:path';
import type { Computer } from './computer.ts';
import type { FoundApp } from './dcc-app.ts';
import { readText } from './look.ts';

const section = /^\[(\/.+|[A-Za-z]:.+)\]$/gm;
const title = /^config\/name="([^"\n]+)"$/m;
const version = /^config\/features=PackedStringArray\("(4\.\d+)"/m;
const oldestMinor = 4;

async function toApp(folder: string): Promise<FoundApp | null> {
  const project = (await readText(path.join(folder, 'project.godot'))) ?? '';
  const number = version.exec(project)?.[1];
  if (number === undefined || Number(number.split('.')[1]) < oldestMinor) return null;
  const name = `${title.exec(project)?.[1] ?? path.basename(folder)} (Godot ${number})`;
  return { family: 'godot', name, place: path.join(folder, 'addons', 'lodestock') };
}

/** Returns the projects in Godot's project manager. */
export async function findGodot({ platform, data }: Computer): Promise<FoundApp[]> {
  const folder = path.join(data, platform === 'linux' ? 'godot' : 'Godot');
  const list = (await readText(path.join(folder, 'projects.cfg'))) ?? '';
  const projects = await Promise.all([...list.matchAll(section)].map(([, place = '']) => toApp(place)));
  return projects.filter((project) => project !== null).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Computer } from '../../../../src-main/dcc/apps/computer.ts';
import { createScratch } from '../../scratch.ts';

/** Folders as one of the three systems has them, on this disk; `put` writes a file into them. */
export async function makeComputer(platform: Computer['platform'], registry: readonly string[] = []) {
  const root = await createScratch();
  const at = (...names: string[]) => path.join(root, ...names);
  const computer: Computer = {
    platform,
    settings: at('settings'),
    data: at('data'),
    programs: [at('programs')],
    commands: [at('commands')],
    readMaxFolders: async () => registry.map((name) => at(name)),
  };
  const put = async (file: string, content = '') => {
    await mkdir(path.dirname(at(file)), { recursive: true });
    await writeFile(at(file), content);
  };
  return { computer, root, at, put };
}

type FakeComputer = Awaited<ReturnType<typeof makeComputer>>;

/** A project as Unity makes it, and its line in Unity Hub's list. */
export async function putUnityProjects(
  { put, at }: FakeComputer,
  versions: Readonly<Record<string, string>>,
) {
  const data: Record<string, unknown> = {};
  for (const [title, version] of Object.entries(versions)) {
    await put(`${title}/Assets/Scenes/Main.unity`);
    await put(`${title}/ProjectSettings/ProjectVersion.txt`, `m_EditorVersion: ${version}\nmore: 1\n`);
    data[at(title)] = { title, path: at(title), version, lastModified: 1, isFavorite: false };
  }
  await put('settings/UnityHub/projects-v1.json', JSON.stringify({ schema_version: 'v1', data }));
}

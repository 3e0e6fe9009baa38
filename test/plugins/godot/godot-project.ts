import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findCached } from '../../helpers/cached-programs.ts';
import { type Hear, type Line, startProgram } from '../blender/run-python.ts';

export const godot = findCached('godot');
/** Why tests with Godot are skipped, as an end of their names. */
export const reason = godot === null ? ' (skipped: npm run judges gets Godot)' : '';

const addon = path.resolve(import.meta.dirname, '../../../plugins/godot/addons/lodestock');
const configuration = `config_version=5
[application]
config/name="Forest"
[editor_plugins]
enabled=PackedStringArray("res://addons/lodestock/plugin.cfg", "res://addons/walk/plugin.cfg")
`;
const scene = '[gd_scene format=3]\n\n[node name="Main" type="Node3D"]\n';

/** An empty project with the plugin, and a home that has nothing of the person who runs the tests. */
export function makeProject() {
  const home = mkdtempSync(path.join(tmpdir(), 'lodestock-godot-'));
  const folder = path.join(home, 'forest');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'project.godot'), configuration);
  writeFileSync(path.join(folder, 'main.tscn'), scene);
  cpSync(addon, path.join(folder, 'addons/lodestock'), { recursive: true });
  cpSync(path.join(import.meta.dirname, 'walk'), path.join(folder, 'addons/walk'), { recursive: true });
  return {
    folder,
    home,
    settings: path.join(home, 'config'),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 20 }),
  };
}
export type Project = ReturnType<typeof makeProject>;

/** Starts the client without the editor, as the plugin kit does. */
export const commandOf = ({ folder }: Project) => {
  const script = path.join(import.meta.dirname, 'command_line.gd');
  return [godot ?? '', '--headless', '--no-header', '--path', folder, '--script', script, '--'];
};

type Walk = {
  readonly server: string;
  /** Names of functions in walk/plugin.gd, each with its arguments. */
  readonly steps: readonly (readonly string[])[];
  readonly onLine: Hear;
};

/** Opens the project in the real editor, and walks through the dock. Answers all lines that it told. */
export async function walkEditor(project: Project, { server, steps, onLine }: Walk) {
  const { folder, home, settings } = project;
  const { said, hear } = startProgram({
    command: godot ?? '',
    args: ['--headless', '--editor', '--path', folder],
    env: {
      ...{ PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: settings },
      ...{ XDG_DATA_HOME: path.join(home, 'data'), XDG_CACHE_HOME: path.join(home, 'cache') },
      ...{ LODESTOCK_SERVER: server, LODESTOCK_WALK: JSON.stringify(steps) },
    },
  });
  const lines = await hear(onLine, () => true);
  const { complaints } = said;
  if (lines.at(-1)?.step !== 'done')
    throw new Error(`Godot ended early: ${JSON.stringify(lines)}\n${complaints}`);
  return { lines, complaints };
}

/** The last line that told something under this name. */
export const toldLast = (lines: readonly Line[], name: string) =>
  lines.findLast((line) => line[name] !== undefined)?.[name];
/** What the dock said after each step. */
export const toStatuses = (lines: readonly Line[]) =>
  lines.flatMap(({ step, status }) => (typeof status === 'string' ? [[step, status]] : []));

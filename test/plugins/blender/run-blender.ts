import { spawn } from 'node:child_process';
import path from 'node:path';
import { blenderProgram, hasExtensions } from './blender-program.ts';
import { addonFolder, type Line, walk } from './run-python.ts';

type Run = {
  readonly wish: Readonly<Record<string, unknown>>;
  /** Hears each line; what it does is done before the walk continues. */
  readonly onLine: (line: Line) => Promise<void> | void;
  readonly home: string;
  readonly addon?: string;
  /** Whether Blender's preferences keep its add-ons from the network, as they do at first since 4.2. */
  readonly isOffline?: boolean;
  /** Another Blender than the usual one, with extensions. */
  readonly newer?: string | undefined;
};

/** Starts a real Blender without a window on one walk; all its lines, merged into one. */
export async function runBlender({
  wish,
  onLine,
  home,
  addon = addonFolder,
  isOffline = false,
  newer,
}: Run): Promise<Line> {
  const script = path.join(import.meta.dirname, 'walk.py');
  const online = isOffline || !(hasExtensions || newer) ? [] : ['--online-mode'];
  const args = ['-b', '--factory-startup', ...online, '--python-exit-code', '3', '--python', script];
  const child = spawn(newer ?? blenderProgram, args, {
    env: {
      PATH: process.env.PATH,
      HOME: home, // neither the keychain nor the desktop app of the person who runs the tests
      LODESTOCK_ADDON_PARENT: path.dirname(addon),
      LODESTOCK_WALK: JSON.stringify(wish),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { lines, complaints } = await walk(child, onLine, ({ now }) => now !== undefined);
  const found: Line = Object.assign({}, ...lines);
  if (found.done !== true) throw new Error(`Blender ended early: ${JSON.stringify(found)}\n${complaints}`);
  return found;
}

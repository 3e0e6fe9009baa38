import path from 'node:path';
import { blenderProgram, hasExtensions } from './blender-program.ts';
import { addonFolder, type Hear, type Line, perform } from './run-python.ts';

type Run = {
  readonly wish: Readonly<Record<string, unknown>>;
  readonly onLine: Hear;
  readonly home: string;
  readonly addon?: string;
  /** Whether Blender's preferences keep its add-ons from the network, as they do at first since 4.2. */
  readonly isOffline?: boolean;
  /** Another Blender than the usual one, with extensions. */
  readonly newer?: string | undefined;
};

/** Goes on one walk in a real Blender without a window, which has forgotten all walks before; all its lines, merged into one. */
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
  // Neither the keychain nor the desktop app of the person who runs the tests.
  const env = { PATH: process.env.PATH, HOME: '/nowhere' };
  const lines = await perform({ command: newer ?? blenderProgram, args, env }, { wish, home, addon }, onLine);
  return Object.assign({}, ...lines);
}

import { spawnSync } from 'node:child_process';
import { isOnPath } from './is-on-path.ts';

const works = () =>
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' }).status === 0;

/** Why bubblewrap cannot confine a program here; null where it can. Some containers forbid namespaces. */
export function whyNotConfined(): string | null {
  if (!isOnPath('bwrap')) return 'bubblewrap is not installed';
  return works() ? null : 'bubblewrap may not make namespaces here';
}

import { spawnSync } from 'node:child_process';

const asked = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
/** Python itself, as `python3` may be a script that takes a second to look for it, like pyenv's; empty where there is none. */
export const python: string = asked.stdout?.trim() ?? '';

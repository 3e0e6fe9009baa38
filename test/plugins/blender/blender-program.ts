import { spawnSync } from 'node:child_process';

/** The Blender that tests run: what LODESTOCK_TEST_BLENDER names, else the one that is installed. */
export const blenderProgram = process.env.LODESTOCK_TEST_BLENDER ?? 'blender';

const about = spawnSync(blenderProgram, ['--version'], { encoding: 'utf8' });
const [, major = '0', minor = '0'] = /^Blender (\d+)\.(\d+)/m.exec(about.stdout ?? '') ?? [];

export const hasBlender = about.status === 0;
/** Extensions, and a setting that keeps them from the network, came with 4.2. */
export const hasExtensions = Number(major) * 100 + Number(minor) >= 402;
export const blenderNumber = `${major}.${minor}`;

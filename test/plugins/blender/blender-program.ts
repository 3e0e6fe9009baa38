import { spawnSync } from 'node:child_process';

/** The Blender that tests run: what LODESTOCK_TEST_BLENDER names, else the one that is installed. */
export const blenderProgram = process.env.LODESTOCK_TEST_BLENDER ?? 'blender';

const about = spawnSync(blenderProgram, ['--version'], { encoding: 'utf8' });
const [, major = '0', minor = '0'] = /^Blender (\d+)\.(\d+)/m.exec(about.stdout ?? '') ?? [];

export const hasBlender = about.status === 0;
const number = Number(major) * 100 + Number(minor);
/** Extensions, and a setting that keeps them from the network, came with 4.2. */
export const hasExtensions = number >= 402;
/** Newer importers read FBX as text, and COLLADA no longer. */
export const readsTextFbx = number >= 405;
export const blenderNumber = `${major}.${minor}`;

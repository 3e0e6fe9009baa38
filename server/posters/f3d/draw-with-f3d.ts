import { constants } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../../base/programs/run-program.ts';
import { limits } from '../../contract/limits.ts';
import type { Words } from '../../contract/sentence.ts';
import type { F3d } from './open-f3d.ts';

type Task = {
  readonly f3d: F3d;
  /** The file, and the extension by which f3d knows its format. */
  readonly file: string;
  readonly ending: string;
  readonly workFolder: string;
  readonly priority: number;
  readonly signal: AbortSignal;
};
type Drawn = { readonly picture: Buffer } | { readonly reason: Words };

const memoryBytes = 3 * 1024 ** 3;
const yUp = new Set(['wrl', 'abc']);
/** Posters show models from the front right and above, clay if uncoloured. f3d 1.3 to 3.5 have these options. */
const look = [
  ...['--resolution=1024,1024', '--no-background', '--color=1,0.83,0.67'],
  ...['--camera-azimuth-angle=35', '--camera-elevation-angle=20', '--camera-view-angle=36'],
];

/** Draws a file as a PNG on a transparent background, or says why that is impossible. */
export async function drawWithF3d({ f3d, file, ending, workFolder, ...rest }: Task): Promise<Drawn> {
  const folder = await mkdtemp(path.join(workFolder, 'task-'));
  try {
    const name = `model.${ending}`;
    await copyFile(file, path.join(folder, name), constants.COPYFILE_FICLONE);
    const args = [
      ...f3d.settings,
      ...look,
      `--up=${yUp.has(ending) ? '+Y' : '+Z'}`,
      '--output=made.png',
      name,
    ];
    const command = f3d.command(folder, args);
    const { timeout } = limits.poster;
    const { reason } = await runProgram({ command, folder, environment: {}, timeout, memoryBytes, ...rest });
    if (reason !== null) return { reason };
    const picture = await readFile(path.join(folder, 'made.png')).catch(() => null);
    return picture === null ? { reason: 'f3d cannot read it.' } : { picture };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

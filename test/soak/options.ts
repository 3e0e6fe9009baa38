import { parseArgs } from 'node:util';

export type SoakOptions = {
  /** Length of the mixed load. */
  readonly minutes: number;
  /** Decides faults, their order and what clients do; not when the machine gets to it. */
  readonly seed: number;
  /** Multiplies the number of clients. */
  readonly scale: number;
  /** Models at the start, of the site's own library and of the file host's each. */
  readonly models: number;
  /** Only the library that changes under the server's feet. */
  readonly editsOnly: boolean;
};

const usage = 'npm run soak -- [--minutes 30] [--seed 1] [--scale 1] [--models 200] [--edits-only]';

/** What the command line asks for; throws how to use it. */
export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      scale: { type: 'string', default: '1' },
      models: { type: 'string', default: '200' },
      'edits-only': { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  const [seed, scale, models] = [Number(values.seed), Number(values.scale), Number(values.models)];
  if (!(minutes > 0) || !Number.isInteger(seed) || !(scale > 0) || !(models >= 10)) throw new Error(usage);
  return { minutes, seed, scale, models, editsOnly: values['edits-only'] };
}

import { z } from 'zod';
import { levelFormats, toLevelFormats } from '../contract/catalogue/formats.ts';

const LevelFormatList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .pipe(z.array(z.enum(levelFormats, { error: `Write formats like ${levelFormats.join(',')}` })))
  .transform(toLevelFormats);

/** The lighter levels that models lack, and the Blender that makes assets, as part of the server's settings. */
export const levelSettings = {
  LODESTOCK_LEVELS: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('Make the missing 1k, 10k and 100k of each model'),
  LODESTOCK_LEVEL_FORMATS: LevelFormatList.optional().describe(
    'Formats of levels besides `glb`, separated by commas: `fbx`, `obj`, `usdz`; if unset, admins choose, and `fbx` is made until they do',
  ),
  LODESTOCK_BLENDER: z
    .string()
    .min(1)
    .default('auto')
    .describe(
      'Blender that makes assets for the remote asset library: `auto` uses the installed one if bubblewrap can confine it, a path runs that one even without bubblewrap, `off` makes none',
    ),
};

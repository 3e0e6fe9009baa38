import { z } from 'zod';
import { levelFormats, toLevelFormats } from '../contract/catalogue/formats.ts';

const LevelFormatList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .pipe(z.array(z.enum(levelFormats, { error: `Write formats like ${levelFormats.join(',')}` })))
  .transform(toLevelFormats);

export const levelSettings = {
  LODESTOCK_LEVELS: z.enum(['auto', 'off']).default('auto').describe('Make missing 1k, 10k and 100k files'),
  LODESTOCK_LEVEL_FORMATS: LevelFormatList.optional().describe(
    'Their formats besides `glb`: `fbx`, `obj`, `usdz`, separated by commas; if unset, admins choose, at first `fbx`',
  ),
  LODESTOCK_BLENDER: z
    .string()
    .min(1)
    .default('auto')
    .describe(
      'Blender that makes assets: `auto` is the installed one inside bubblewrap, a path runs without it too, `off` makes none',
    ),
};

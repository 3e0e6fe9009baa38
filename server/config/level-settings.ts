import { z } from 'zod';
import { levelFormats, toLevelFormats } from '../contract/formats.ts';

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
    .describe(
      'Make the missing 1k, 10k and 100k of each model, as GLB in the data folder; 1k files are free for everyone',
    ),
  LODESTOCK_LEVEL_FORMATS: LevelFormatList.optional().describe(
    'What else than `glb` the levels are made as, separated by commas: `fbx` for 3ds Max and Unity, `obj` with MTL and pictures beside it, `usdz`; if unset, admins choose on their page, and `fbx` is made until they do',
  ),
  LODESTOCK_BLENDER: z
    .string()
    .min(1)
    .default('auto')
    .describe(
      'Blender that makes assets for its remote asset library of GLB and FBX files: `auto` for the one that is installed, where bubblewrap confines it; a path, which runs it without bubblewrap too; `off` makes none',
    ),
};

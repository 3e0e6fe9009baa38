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
    .describe(
      'Make the missing 1k, 10k and 100k of each model, as GLB in the data folder; 1k files are free for everyone',
    ),
  LODESTOCK_LEVEL_FORMATS: LevelFormatList.optional().describe(
    'Formats of levels besides `glb`, separated by commas: `fbx` for 3ds Max and Unity, `obj` with its MTL and textures, `usdz`; if unset, admins choose on the Admin page, and `fbx` is made until they do',
  ),
  LODESTOCK_BLENDER: z
    .string()
    .min(1)
    .default('auto')
    .describe(
      'Blender that turns GLB and FBX files into assets for the remote asset library: `auto` uses the installed one if bubblewrap can confine it, a path runs that one even without bubblewrap, `off` makes none',
    ),
};

import { z } from 'zod';
import { type LevelFormat, levelFormats } from '../contract/formats.ts';

/** GLB is always among them, as the 3D view and posters want it. */
export const LevelFormatList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .pipe(z.array(z.enum(levelFormats, { error: `Write formats like ${levelFormats.join(',')}` })))
  .transform((named): readonly LevelFormat[] =>
    levelFormats.filter((format) => format === 'glb' || named.includes(format)),
  );

import { z } from 'zod';

/** The Blender that makes assets, as part of the server's settings. */
export const blenderSettings = {
  LODESTOCK_BLENDER: z
    .string()
    .min(1)
    .default('auto')
    .describe(
      'Blender that makes assets for its remote asset library of GLB and FBX files: `auto` for the one that is installed, where bubblewrap confines it; a path, which runs it without bubblewrap too; `off` makes none',
    ),
};

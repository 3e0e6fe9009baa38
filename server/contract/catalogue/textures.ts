import { z } from 'zod';
import { mostTextures, textureMaps } from './texture-maps.ts';

const Texture = z.object({
  relativePath: z.string().max(4096),
  map: z
    .enum(textureMaps)
    .describe(
      'orm: occlusion, roughness and metalness in red, green and blue; metallicRoughness: the same, and red means nothing',
    ),
  colorSpace: z.enum(['srgb', 'linear']),
  material: z
    .string()
    .max(200)
    .nullable()
    .describe(
      'The material, as the scene file names it; of pictures whose names tell what they are, the rest of their name; null: neither has one',
    ),
});
export type Texture = Readonly<z.infer<typeof Texture>>;

export const Textures = z
  .array(Texture)
  .max(mostTextures)
  .describe(
    'Of a scene file: what its pictures are, as it or their names say; pictures of which neither says it are left out; absent: none',
  );

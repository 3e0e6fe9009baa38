import { z } from 'zod';
import { Derived, LodName, LodSource, Requires, Role, Sha256, sceneUnits, Variant } from '../common.ts';

/** The fields of a file, in the order of answers. Listings, plugins and following sites use them and add their own. */
export const fileFields = {
  format: z.string(),
  lod: LodName,
  relativePath: z.string(),
  fileName: z.string(),
  variant: Variant,
  role: Role,
  sizeBytes: z.number().int(),
  sha256: Sha256,
  contentType: z.string(),
  triangles: z.number().int().nullable(),
  lodFrom: LodSource.optional(),
  derived: Derived.optional(),
  requires: Requires.optional(),
  ...sceneUnits,
  missing: z
    .array(z.string())
    .optional()
    .describe('Of a scene file: textures and materials that it refers to and that are not there'),
} as const;

const FileFields = z.object(fileFields);
export type FileFields = Readonly<z.infer<typeof FileFields>>;

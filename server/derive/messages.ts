import { z } from 'zod';
import { levelFormats } from '../contract/catalogue/formats.ts';
import { Words } from '../contract/common.ts';

const Lod = z.enum(['1k', '10k', '100k']);
const Format = z.enum(levelFormats);
const Source = z.object({
  file: z.string().describe('Absolute path'),
  format: z.string(),
  support: z
    .record(z.string(), z.string())
    .describe('Absolute paths by the path from the scene file’s folder'),
});
const Group = z.object({
  candidates: z.array(Source).min(1).describe('The best first; the next when one cannot be read'),
  levels: z.array(
    z.object({
      lod: Lod,
      name: z
        .string()
        .min(1)
        .describe('What an OBJ or FBX is called without its ending, as it names the files beside it'),
      formats: z.array(Format).min(1),
      triangles: z.number().int().min(1).nullable().describe('How many to leave; null: as many as there are'),
      texture: z.number().int().min(1).describe('Pixels of a texture’s longer side'),
    }),
  ),
});

/** A task for the process that makes levels: one model. */
export const LevelTask = z.object({
  groups: z.array(Group),
  folder: z.string().describe('Where it writes'),
});
export type LevelTask = z.infer<typeof LevelTask>;
export type LevelGroup = z.infer<typeof Group>;

/** Events of a task; `failed` ends one group, `done` the whole task. */
export const LevelNews = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('made'),
    lod: Lod,
    format: Format,
    file: z.string(),
    support: z
      .record(z.string(), z.string())
      .describe('Files that it needs, by the path from where it lies to be'),
    deviation: z.number().min(0),
    candidate: z.number().int().min(0),
    texturesByName: z.boolean().describe('Whether materials got textures that their file does not name'),
  }),
  z.object({ event: z.literal('failed'), reason: Words }),
  z.object({ event: z.literal('done') }),
]);
export type LevelNews = z.infer<typeof LevelNews>;
export type MadeNews = Extract<LevelNews, { event: 'made' }>;

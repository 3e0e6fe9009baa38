import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';

/** Response header with this JSON. The body is `database`, then `index`, compressed as one. */
export const copyHeader = 'x-lodestock-copy';
export const copyPath = '/api-sync/catalogue';

const Part = z.object({
  bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Part = z.infer<typeof Part>;

export const CopyHead = z.object({
  schema: z.number().int(),
  database: Part,
  /** The search index, never newer than the database; null if the site has none yet. */
  index: Part.nullable(),
});
export type CopyHead = z.infer<typeof CopyHead>;

export async function measurePart(file: string): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

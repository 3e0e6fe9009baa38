import { createHash } from 'node:crypto';
import { posterSizes } from '../catalogue/model-row.ts';
import { AppError } from '../contract/errors.ts';
import { posterPixels } from '../contract/limits.ts';
import type { Pictures } from './poster-store.ts';
import { readWebpSize } from './webp.ts';

/** Throws CORRUPT_FILE for a picture that is no WebP of its size, or is one of the model's files. */
export function requirePictures(pictures: Pictures, modelHashes: ReadonlySet<string>): void {
  for (const size of posterSizes) {
    const bytes = pictures[size];
    const found = readWebpSize(bytes);
    const wanted = posterPixels[size];
    if (found?.width !== wanted || found.height !== wanted) {
      const what = found === null ? 'no WebP picture' : `${found.width} × ${found.height} pixels`;
      throw new AppError(
        'CORRUPT_FILE',
        `The ${size} poster is ${what}; it has to be ${wanted} × ${wanted}.`,
      );
    }
    if (modelHashes.has(createHash('sha256').update(bytes).digest('hex')))
      throw new AppError('CORRUPT_FILE', `The ${size} poster is one of the model's own files, not a render.`);
  }
}

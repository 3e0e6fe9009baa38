import { createHash } from 'node:crypto';
import { posterSizes } from '../catalogue/model-row.ts';
import { AppError } from '../contract/errors.ts';
import { posterPixels } from '../contract/limits.ts';
import { readJpegSize } from './jpeg.ts';
import { jpegSizes, type Pictures } from './poster-store.ts';
import { readWebpSize } from './webp.ts';

type Checked = {
  readonly what: string;
  readonly bytes: Buffer;
  readonly found: { readonly width: number; readonly height: number } | null;
  readonly pixels: number;
};

function requirePicture({ what, bytes, found, pixels }: Checked, modelHashes: ReadonlySet<string>): void {
  if (found?.width !== pixels || found.height !== pixels) {
    const actual = found === null ? 'no such picture' : `${found.width} × ${found.height} pixels`;
    throw new AppError('CORRUPT_FILE', `The ${what} is ${actual}; it has to be ${pixels} × ${pixels}.`);
  }
  if (modelHashes.has(createHash('sha256').update(bytes).digest('hex')))
    throw new AppError('CORRUPT_FILE', `The ${what} is one of the model's own files, not a render.`);
}

/** Throws CORRUPT_FILE for a picture that is no WebP, or no JPEG, of its size, or is one of the model's files. */
export function requirePictures(pictures: Pictures, modelHashes: ReadonlySet<string>): void {
  for (const size of posterSizes) {
    const [bytes, pixels] = [pictures[size], posterPixels[size]];
    requirePicture({ what: `${size} WebP poster`, bytes, found: readWebpSize(bytes), pixels }, modelHashes);
  }
  for (const size of jpegSizes) {
    const [bytes, pixels] = [pictures.jpeg[size], posterPixels[size]];
    requirePicture({ what: `${size} JPEG poster`, bytes, found: readJpegSize(bytes), pixels }, modelHashes);
  }
}

import { createHash } from 'node:crypto';
import { posterSizes } from '../catalogue/model/model-row.ts';
import { AppError } from '../contract/errors.ts';
import { posterPixels, posterTurn } from '../contract/limits.ts';
import { sentence } from '../contract/sentence.ts';
import { jpegSizes, type Pictures } from './poster-store.ts';

type Size = { readonly width: number; readonly height: number };

/** Size of a still WebP picture; null for anything else, including truncated pictures and trailing bytes. */
export function readWebpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return readExtended(bytes);
  const isWhole = 20 + bytes.readUInt32LE(16) <= bytes.length;
  if (!isWhole) return null;
  return kind === 'VP8 ' ? readLossy(bytes) : kind === 'VP8L' ? readLossless(bytes) : null;
}

function readExtended(bytes: Buffer): Size | null {
  const isAnimated = (bytes.readUInt8(20) & 0x02) !== 0;
  if (isAnimated) return null;
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

function readLossy(bytes: Buffer): Size | null {
  if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

function readLossless(bytes: Buffer): Size | null {
  if (bytes.readUInt8(20) !== 0x2f) return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const endOfImage = 0xffd9;
/** Markers of baseline and progressive frames, which every reader supports. */
const frames = [0xc0, 0xc1, 0xc2];

/** Size of a JPEG picture; null for anything else, including truncated pictures and trailing bytes. */
export function readJpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt32BE(0) >>> 8 !== 0xffd8ff) return null;
  if (bytes.readUInt16BE(bytes.length - 2) !== endOfImage) return null;
  for (let offset = 2; offset + 9 <= bytes.length; offset += 2 + bytes.readUInt16BE(offset + 2)) {
    if (bytes.readUInt8(offset) !== 0xff) return null;
    if (!frames.includes(bytes.readUInt8(offset + 1))) continue;
    return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
  }
  return null;
}

type Checked = {
  readonly what: string;
  readonly bytes: Buffer;
  readonly found: Size | null;
  readonly wanted: Size;
};

function requirePicture({ what, bytes, found, wanted }: Checked, modelHashes: ReadonlySet<string>): void {
  const { width, height } = wanted;
  if (found?.width !== width || found.height !== height) {
    const actual = found === null ? 'no such picture' : `${found.width} × ${found.height} pixels`;
    throw new AppError(
      'CORRUPT_FILE',
      sentence`The ${{ picture: what }} is ${{ actual }}; it has to be ${{ width }} × ${{ height }}.`,
    );
  }
  if (modelHashes.has(createHash('sha256').update(bytes).digest('hex')))
    throw new AppError(
      'CORRUPT_FILE',
      sentence`The ${{ picture: what }} is one of the model's own files, not a render.`,
    );
}

const square = (pixels: number): Size => ({ width: pixels, height: pixels });
const { views, pixels: turnPixels } = posterTurn;
const turnSize: Size = { width: views * turnPixels, height: turnPixels };

/** Throws CORRUPT_FILE for a picture of the wrong format or size, and for one of the model's own files. */
export function requirePictures(pictures: Pictures, modelHashes: ReadonlySet<string>): void {
  for (const size of posterSizes) {
    const [bytes, wanted] = [pictures[size], square(posterPixels[size])];
    requirePicture({ what: `${size} WebP poster`, bytes, found: readWebpSize(bytes), wanted }, modelHashes);
  }
  for (const size of jpegSizes) {
    const [bytes, wanted] = [pictures.jpeg[size], square(posterPixels[size])];
    requirePicture({ what: `${size} JPEG poster`, bytes, found: readJpegSize(bytes), wanted }, modelHashes);
  }
  const { turn } = pictures;
  if (turn === null) return;
  requirePicture(
    { what: 'picture from all around', bytes: turn, found: readWebpSize(turn), wanted: turnSize },
    modelHashes,
  );
}

import sharp, { type Sharp } from 'sharp';
import { limits, type ModelColour, posterPixels } from '../../contract/limits.ts';
import { sentence, textOf, type Words } from '../../contract/sentence.ts';
import { findMainColour } from './main-colour.ts';
import type { DrawnPictures } from './messages.ts';
import { flatPaper } from './paper.generated.ts';

sharp.concurrency(1);
sharp.cache(false);
// Allows the formats of posters, and no loader that reads other files or renders pages.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });

/** Pixels of width that are enough to find the colour. */
const side = 64;
/** Posters of a library can be photographs. */
const mostPixels = 16_384 * 8192;
/** Smallest and largest side of a rendered picture. */
const drawnSide = { least: 256, most: 2048 } as const;
/** Share of a drawn picture that the model must cover; even thin objects such as ladders cover more. */
const leastCovered = 0.01;
const covering = 96;
const qualities = { webp: 90, jpeg: 85 } as const;

const open = (bytes: Uint8Array, limitInputPixels: number) =>
  sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1, autoOrient: true });

async function toPixels(picture: Sharp) {
  const { data, info } = await picture
    .resize(side, side, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export async function readColour(bytes: Uint8Array): Promise<ModelColour | null> {
  try {
    return findMainColour(await toPixels(open(bytes, mostPixels)));
  } catch {
    return null;
  }
}

/** Why a picture is unusable, as the end of the sentence "The picture …". */
export class BadPicture extends Error {
  readonly reason: Words;
  constructor(reason: Words) {
    super(textOf(reason));
    this.reason = reason;
  }
}

async function requireDrawn(bytes: Uint8Array): Promise<void> {
  const {
    format,
    width,
    height,
    pages = 1,
  } = await sharp(bytes, {
    limitInputPixels: drawnSide.most ** 2,
    failOn: 'error',
  }).metadata();
  if (format !== 'webp' && format !== 'png') throw new BadPicture('is neither WebP nor PNG.');
  if (pages > 1) throw new BadPicture('moves. Rendering a poster has stalled.');
  if (width !== height || width < drawnSide.least || width > drawnSide.most)
    throw new BadPicture(
      sentence`has ${{ width }} × ${{ height }} pixels; it has to be square, from ${{ least: drawnSide.least }} to ${{ most: drawnSide.most }} pixels wide.`,
    );
  const { data } = await toPixels(open(bytes, drawnSide.most ** 2));
  const covered = data.filter((value, at) => at % 4 === 3 && value > covering).length;
  if (covered < leastCovered * side * side) throw new BadPicture('is almost empty.');
}

/** Encodes a page's drawn poster from its pixels, so that nothing else of the file survives. Throws BadPicture. */
export async function readDrawn(bytes: Uint8Array): Promise<DrawnPictures> {
  try {
    await requireDrawn(bytes);
    const pixels = await open(bytes, drawnSide.most ** 2)
      .toColourspace('srgb')
      .ensureAlpha()
      .resize(posterPixels.large, posterPixels.large)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = pixels.info;
    const sized = (size: keyof typeof posterPixels) =>
      sharp(pixels.data, { raw: { width, height, channels } }).resize(posterPixels[size], posterPixels[size]);
    const write = async (picture: Sharp) => (await picture.toBuffer()).toString('base64');
    const webp = (size: keyof typeof posterPixels) => write(sized(size).webp({ quality: qualities.webp }));
    const jpeg = (size: keyof typeof posterPixels) =>
      write(sized(size).flatten({ background: flatPaper }).jpeg({ quality: qualities.jpeg }));
    return {
      ...{ small: await webp('small'), medium: await webp('medium'), large: await webp('large') },
      jpeg: { small: await jpeg('small'), medium: await jpeg('medium') },
    };
  } catch (error) {
    if (error instanceof BadPicture) throw error;
    throw new BadPicture('cannot be read.');
  }
}

/** Side and quality, best first, to try until the picture is small enough. */
const previews = [
  [posterPixels.small, 80],
  [posterPixels.small, 60],
  [posterPixels.small, 40],
  [posterPixels.small / 2, 40],
] as const;

/** A small JPEG of any poster, as base64. Throws BadPicture. */
export async function makePreview(bytes: Uint8Array): Promise<string> {
  try {
    for (const [side, quality] of previews) {
      const small = await open(bytes, mostPixels)
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .flatten({ background: flatPaper })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer();
      if (small.length <= limits.mcp.previewBytes) return small.toString('base64');
    }
  } catch {
    throw new BadPicture('cannot be read.');
  }
  throw new BadPicture('cannot be read.');
}

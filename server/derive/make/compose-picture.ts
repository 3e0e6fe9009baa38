import sharp from 'sharp';
import { mostPixels } from './fit-textures.ts';

/** A channel of a picture, or one value for all pixels. */
export type Channel =
  | number
  | { readonly bytes: Uint8Array; readonly channel: 0 | 1 | 2; readonly isInverted?: boolean };

type Size = { readonly width: number; readonly height: number };

/** Pixels of the longest side; no level needs more. */
const longest = 4096;

async function findSize(pictures: ReadonlySet<Uint8Array>): Promise<Size> {
  let size: Size = { width: 1, height: 1 };
  for (const bytes of pictures) {
    const { width, height } = await sharp(bytes, { limitInputPixels: mostPixels }).metadata();
    if (width * height > size.width * size.height) size = { width, height };
  }
  const scale = Math.min(1, longest / Math.max(size.width, size.height));
  return { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) };
}

const decode = (bytes: Uint8Array, { width, height }: Size) =>
  sharp(bytes, { limitInputPixels: mostPixels })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer();

/** A PNG of three or four channels, as large as the largest of their pictures; null if one cannot be read. */
export async function composePicture(channels: readonly Channel[]): Promise<Uint8Array | null> {
  try {
    const sources = new Set(channels.flatMap((one) => (typeof one === 'number' ? [] : [one.bytes])));
    const size = await findSize(sources);
    const decoded = new Map<Uint8Array, Uint8Array>();
    for (const bytes of sources) decoded.set(bytes, await decode(bytes, size));
    const count = channels.length;
    const pixels = new Uint8Array(size.width * size.height * count);
    for (const [at, channel] of channels.entries()) {
      const source = typeof channel === 'number' ? null : decoded.get(channel.bytes);
      const [first, flip, value] =
        typeof channel === 'number' ? [0, 0, channel] : [channel.channel, channel.isInverted ? 255 : 0, 0];
      for (let to = at, from = first; to < pixels.length; to += count, from += 3)
        pixels[to] = source ? (source[from] ?? 0) ^ flip : value;
    }
    const raw = { ...size, channels: count === 4 ? 4 : 3 } as const;
    return new Uint8Array(await sharp(pixels, { raw }).png().toBuffer());
  } catch {
    return null;
  }
}

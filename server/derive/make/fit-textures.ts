import { type Document, ImageUtils, type Texture } from '@gltf-transform/core';
import sharp, { type Sharp } from 'sharp';

sharp.concurrency(1);
sharp.cache(false);
// Everything that a texture may be, and nothing that reads other files or draws pages.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadWebp',
    'VipsForeignLoadTiff',
    'VipsForeignLoadNsgif',
  ],
});

export const mostPixels = 16_384 * 16_384;
const encoders: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'image/png': (picture) => picture.png({ compressionLevel: 6 }),
  'image/jpeg': (picture) => picture.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }),
  'image/webp': (picture) => picture.webp({ quality: 88 }),
};

async function shrink(texture: Texture, longest: number): Promise<void> {
  const [bytes, type] = [texture.getImage(), texture.getMimeType()];
  const encode = encoders[type];
  if (!bytes || !encode) return;
  const size = ImageUtils.getSize(bytes, type);
  if (!size || Math.max(...size) <= longest) return;
  const resized = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).resize(longest, longest, {
    fit: 'inside',
  });
  texture.setImage(new Uint8Array(await encode(resized).toBuffer()));
}

/** Makes larger pictures smaller, so that no side is longer; the others stay as they are, byte for byte. */
export async function fitTextures(document: Document, longest: number): Promise<void> {
  for (const texture of document.getRoot().listTextures()) await shrink(texture, longest);
}

/** A picture of another kind as PNG; null when it cannot be read. */
export async function toPng(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await sharp(bytes, { limitInputPixels: mostPixels }).png().toBuffer());
  } catch {
    return null;
  }
}

/** The mean of each channel of a picture, from 0 to 1; none when it cannot be read. */
export async function meanOf(bytes: Uint8Array): Promise<readonly number[]> {
  try {
    const { channels } = await sharp(bytes, { limitInputPixels: mostPixels }).stats();
    return channels.map(({ mean }) => mean / 255);
  } catch {
    return [];
  }
}

type Raw = { readonly width: number; readonly height: number; readonly isUpsideDown: boolean };

/** Plain pixels of four bytes as PNG. */
export async function rawToPng(
  pixels: Uint8Array,
  { width, height, isUpsideDown }: Raw,
): Promise<Uint8Array> {
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } });
  return new Uint8Array(await (isUpsideDown ? picture.flip() : picture).png().toBuffer());
}

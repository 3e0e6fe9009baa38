import { type Document, ImageUtils, type Texture } from '@gltf-transform/core';
import sharp, { type Sharp } from 'sharp';
import { pictureExtensions } from '../../contract/catalogue/formats.ts';
import { decodeBasis } from './read/basis-textures.ts';

sharp.concurrency(1);
sharp.cache(false);
// Allows every texture format, and nothing that reads other files or renders pages.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadTiff',
    'VipsForeignLoadNsgif',
  ],
});

export const mostPixels = 16_384 * 16_384;
const encoders: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'image/png': (picture) => picture.png({ compressionLevel: 6 }),
  'image/jpeg': (picture) => picture.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }),
};

const unreadable = new Set(Object.values(pictureExtensions));

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

async function open(bytes: Uint8Array, type: string, longest: number): Promise<Sharp> {
  if (type !== 'image/ktx2') return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  const { data, width, height } = await decodeBasis(bytes, longest);
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Converts to JPEG, which loses little more after the earlier lossy compression, or to PNG if there is alpha. */
async function makeReadable(texture: Texture, longest: number): Promise<void> {
  const bytes = texture.getImage();
  if (!bytes) return;
  try {
    const picture = await open(bytes, texture.getMimeType(), longest);
    const { isOpaque } = await picture.stats();
    const fitted = picture.resize(longest, longest, { fit: 'inside', withoutEnlargement: true });
    const [type, encoded] = isOpaque
      ? ['image/jpeg', fitted.removeAlpha().jpeg({ quality: 92, chromaSubsampling: '4:4:4' })]
      : ['image/png', fitted.png({ compressionLevel: 6 })];
    texture.setMimeType(type).setImage(new Uint8Array(await encoded.toBuffer()));
  } catch (error) {
    const name = texture.getName() || texture.getURI() || 'without a name';
    throw new Error(`Its texture ${name} cannot be read`, { cause: error });
  }
}

/** Shrinks pictures to `longest`, and converts uncommon formats to JPEG or PNG; the others stay unchanged, byte for byte. */
export async function fitTextures(document: Document, longest: number): Promise<void> {
  for (const texture of document.getRoot().listTextures())
    await (unreadable.has(texture.getMimeType()) ? makeReadable : shrink)(texture, longest);
  for (const extension of document.getRoot().listExtensionsUsed())
    if (extension.extensionName in pictureExtensions) extension.dispose();
}

export async function toPng(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await sharp(bytes, { limitInputPixels: mostPixels }).png().toBuffer());
  } catch {
    return null;
  }
}

/** Mean of each channel of a picture, from 0 to 1; empty if it cannot be read. */
export async function meanOf(bytes: Uint8Array): Promise<readonly number[]> {
  try {
    const { channels } = await sharp(bytes, { limitInputPixels: mostPixels }).stats();
    return channels.map(({ mean }) => mean / 255);
  } catch {
    return [];
  }
}

type Raw = { readonly width: number; readonly height: number; readonly isUpsideDown: boolean };

export async function rawToPng(
  pixels: Uint8Array,
  { width, height, isUpsideDown }: Raw,
): Promise<Uint8Array> {
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } });
  return new Uint8Array(await (isUpsideDown ? picture.flip() : picture).png().toBuffer());
}

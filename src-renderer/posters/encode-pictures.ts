import { posterPixels } from '../../server/contract/limits.ts';
import { paintPaper } from '../studio/backdrop.ts';
import type { PictureTexts } from './server-calls.ts';

const qualities = { webp: 0.9, jpeg: 0.85 } as const;
/** Turn views are small and always moving. */
const turnQuality = 0.72;

function shrink(source: HTMLCanvasElement, pixels: number, hasPaper = false): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  if (hasPaper) paintPaper(context, 'light');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, pixels, pixels);
  return canvas;
}

function encode(
  canvas: HTMLCanvasElement,
  format: keyof typeof qualities,
  quality: number = qualities[format],
): string {
  const prefix = `data:image/${format};base64,`;
  const address = canvas.toDataURL(`image/${format}`, quality);
  if (!address.startsWith(prefix)) throw new Error(`The browser cannot write ${format} pictures.`);
  return address.slice(prefix.length);
}

/**
 * Encodes the sizes of a rendered picture, as base64: WebP with a transparent background, and JPEG on paper for clients
 * without WebP.
 */
export function encodePictures(drawn: HTMLCanvasElement): Omit<PictureTexts, 'isClay'> {
  const large = shrink(drawn, posterPixels.large);
  const medium = shrink(large, posterPixels.medium);
  const small = shrink(medium, posterPixels.small);
  return {
    large: encode(large, 'webp'),
    medium: encode(medium, 'webp'),
    small: encode(small, 'webp'),
    jpeg: {
      medium: encode(shrink(medium, posterPixels.medium, true), 'jpeg'),
      small: encode(shrink(small, posterPixels.small, true), 'jpeg'),
    },
  };
}

export const encodeTurn = (drawn: HTMLCanvasElement): string => encode(drawn, 'webp', turnQuality);

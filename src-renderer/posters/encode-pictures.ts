import { posterPixels } from '../../server/contract/limits.ts';
import type { PictureTexts } from './server-calls.ts';

const quality = 0.9;

function shrink(source: HTMLCanvasElement, pixels: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, pixels, pixels);
  return canvas;
}

function encode(canvas: HTMLCanvasElement): string {
  const prefix = 'data:image/webp;base64,';
  const address = canvas.toDataURL('image/webp', quality);
  if (!address.startsWith(prefix)) throw new Error('The browser cannot write WebP pictures.');
  return address.slice(prefix.length);
}

/** The three sizes of a drawn picture, as base64 of WebP. */
export function encodePictures(drawn: HTMLCanvasElement): PictureTexts {
  const large = shrink(drawn, posterPixels.large);
  const medium = shrink(large, posterPixels.medium);
  return {
    large: encode(large),
    medium: encode(medium),
    small: encode(shrink(medium, posterPixels.small)),
  };
}

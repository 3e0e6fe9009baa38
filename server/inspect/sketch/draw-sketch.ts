import { drawShape, sketchSide } from './draw-shape.ts';
import { readTriangles } from './read-scene-file.ts';
import { createShape } from './shape.ts';

export type Drawable = { readonly file: string; readonly format: string; readonly triangles: number };

export const mostSketchBytes = 3072;

/** Encodes the picture at the highest quality that fits the size limit; null if none does. */
export async function toWebp(pixels: Uint8Array): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const raw = { width: sketchSide, height: sketchSide, channels: 4 } as const;
  for (const quality of [60, 35, 10, 1]) {
    const options = { quality, alphaQuality: quality, effort: 0 };
    const webp = await sharp(pixels, { raw }).webp(options).toBuffer();
    if (webp.length <= mostSketchBytes) return webp;
  }
  return null;
}

/** Draws a scene file in this thread; null if there is nothing to see, or its format is not supported here. */
export async function drawSketch({ file, format, triangles }: Drawable): Promise<Buffer | null> {
  if (triangles === 0) return null;
  const shape = createShape(triangles);
  const pixels = (await readTriangles(file, format, shape)) ? drawShape(shape) : null;
  return pixels && toWebp(pixels);
}

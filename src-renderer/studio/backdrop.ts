import { CanvasTexture, SRGBColorSpace, type Texture } from 'three';
import { paper } from './paper.generated.ts';

export type PaperTheme = keyof typeof paper;

/**
 * Fills a canvas with studio paper: a neutral grey that suits light and dark models. It varies only from top to bottom,
 * so that a page can extend it next to the picture.
 */
export function paintPaper(context: CanvasRenderingContext2D, theme: PaperTheme): void {
  const { width, height } = context.canvas;
  const light = context.createLinearGradient(0, 0, 0, height);
  for (const [at, colour] of paper[theme]) light.addColorStop(at, colour);
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
}

export function createBackdrop(theme: PaperTheme): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = 16;
  canvas.height = 1024;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  paintPaper(context, theme);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

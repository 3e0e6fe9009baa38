import { CanvasTexture, SRGBColorSpace, type Texture } from 'three';
import { paper } from './paper.generated.ts';

/**
 * A studio's paper: neutral grey, so that light and dark models, and light and dark pages, go with it. It changes from
 * top to bottom only, so that a page can go on with it beside the picture.
 */
export function createBackdrop(): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = 16;
  canvas.height = 1024;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const light = context.createLinearGradient(0, 0, 0, canvas.height);
  for (const [at, colour] of paper) light.addColorStop(at, colour);
  context.fillStyle = light;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

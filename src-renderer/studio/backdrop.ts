import { CanvasTexture, SRGBColorSpace, type Texture } from 'three';

/** From top to bottom only, so that a page can go on with it beside the picture: components/poster.module.css. */
const stops = [
  [0, '#b6b9be'],
  [0.5, '#d2d4d7'],
  [0.72, '#cfd1d4'],
  [1, '#b2b5ba'],
] as const;

/** A studio's paper: neutral grey, so that light and dark models, and light and dark pages, go with it. */
export function createBackdrop(): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = 16;
  canvas.height = 1024;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const light = context.createLinearGradient(0, 0, 0, canvas.height);
  for (const [at, colour] of stops) light.addColorStop(at, colour);
  context.fillStyle = light;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

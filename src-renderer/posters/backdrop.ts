import { CanvasTexture, SRGBColorSpace, type Texture } from 'three';

/** A studio's paper: neutral grey, so that light and dark models, and light and dark pages, go with it. */
export function createBackdrop(): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = 512;
  canvas.height = 512;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const light = context.createRadialGradient(256, 225, 40, 256, 256, 400);
  light.addColorStop(0, '#d6d8db');
  light.addColorStop(0.55, '#c5c8cc');
  light.addColorStop(1, '#a5a9af');
  context.fillStyle = light;
  context.fillRect(0, 0, 512, 512);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

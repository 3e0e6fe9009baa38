import { posterTurn } from '../../server/contract/limits.ts';

const { views, pixels } = posterTurn;

/** Draws all views of a model from the canvas of the studio, which has them in rows, beside each other. */
export function lineUp(drawn: HTMLCanvasElement): HTMLCanvasElement {
  const strip = document.createElement('canvas');
  strip.width = views * pixels;
  strip.height = pixels;
  const context = strip.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  for (let view = 0; view < views; view += 1) {
    const { x, y } = cellOf(view, drawn.width);
    context.drawImage(drawn, x, y, pixels, pixels, view * pixels, 0, pixels, pixels);
  }
  return strip;
}

/** Where a view is on a canvas of this width. */
export function cellOf(view: number, width: number) {
  const columns = Math.floor(width / pixels);
  return { x: (view % columns) * pixels, y: Math.floor(view / columns) * pixels };
}

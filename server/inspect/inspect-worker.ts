import { serveInspection } from './serve-inspection.ts';
import type { Drawable } from './sketch/draw-sketch.ts';

await serveInspection({
  async sketch(file: Drawable) {
    const { drawSketch } = await import('./sketch/draw-sketch.ts');
    return drawSketch(file);
  },
});

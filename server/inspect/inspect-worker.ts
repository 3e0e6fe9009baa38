import { serveInspection } from './serve-inspection.ts';
import type { Drawable } from './sketch/draw-sketch.ts';

await serveInspection({
  async sketch(file: Drawable) {
    const { drawSketch } = await import('./sketch/draw-sketch.ts');
    return drawSketch(file);
  },
  async thumbnail({ file, format }: Pick<Drawable, 'file' | 'format'>) {
    const [{ readThumbnail }, { readSceneFile }] = await Promise.all([
      import('./sketch/read-thumbnail.ts'),
      import('./sketch/read-scene-file.ts'),
    ]);
    return readSceneFile(file, ({ source }) => readThumbnail(source, format));
  },
  async shape({ file, format }: Pick<Drawable, 'file' | 'format'>) {
    const [{ createShapeFacts }, { readTriangles }] = await Promise.all([
      import('./sketch/shape-facts.ts'),
      import('./sketch/read-scene-file.ts'),
    ]);
    const facts = createShapeFacts();
    return (await readTriangles(file, format, facts)) ? facts.read() : null;
  },
});

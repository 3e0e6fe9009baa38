import { type Object3D, WebGLRenderer } from 'three';
import { posterPixels, posterTurn } from '../../server/contract/limits.ts';
import type { Frame } from '../studio/frame-model.ts';
import { createStage } from '../studio/stage.ts';

type Turn = {
  readonly model: Object3D;
  readonly box: Frame['box'];
  readonly cameras: readonly Frame['camera'][];
  /** The time limit. */
  readonly milliseconds: number;
};

export type Studio = {
  readonly renderer: WebGLRenderer;
  /**
   * Renders a model and its shadow on a transparent background; the canvas is valid until the next call. Throws if the
   * graphics context is lost.
   */
  readonly draw: (model: Object3D, frame: Frame) => HTMLCanvasElement;
  /** Renders a model from each of these cameras, side by side; null if it takes too long. Throws as `draw` does. */
  readonly drawTurn: (turn: Turn) => HTMLCanvasElement | null;
};

const { pixels } = posterTurn;
/** Views that fit side by side on the canvas. */
const columns = Math.floor(posterPixels.large / pixels);

function createStrip(views: number): CanvasRenderingContext2D {
  const strip = document.createElement('canvas');
  strip.width = views * pixels;
  strip.height = pixels;
  const context = strip.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  return context;
}

function createRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true, alpha: true });
  renderer.setClearColor(0x000000, 0);
  renderer.setPixelRatio(1);
  renderer.setSize(posterPixels.large, posterPixels.large, false);
  return renderer;
}

/** One stage for all posters. Throws if there is no WebGL. */
export function createStudio(): Studio {
  const renderer = createRenderer();
  const stage = createStage(renderer, null);
  const canvas = renderer.domElement;
  const onStage = (model: Object3D, frame: Frame, render: () => void) => {
    try {
      stage.place(model, frame);
      render();
      if (renderer.getContext().isContextLost())
        throw new Error(
          'The graphics card was lost while it was drawn. It may need more memory than is available.',
        );
    } finally {
      stage.clear();
    }
  };
  return {
    renderer,
    draw(model, frame) {
      onStage(model, frame, () => renderer.render(stage.scene, frame.camera));
      return canvas;
    },
    drawTurn({ model, box, cameras, milliseconds }) {
      const [camera] = cameras;
      if (camera === undefined) return null;
      const strip = createStrip(cameras.length);
      const end = performance.now() + milliseconds;
      let drawn = 0;
      stage.fitShadow(pixels);
      renderer.setScissorTest(true);
      try {
        onStage(model, { camera, box }, () => {
          for (const [index, from] of cameras.entries()) {
            const column = index % columns;
            renderer.setViewport(column * pixels, 0, pixels, pixels);
            renderer.setScissor(column * pixels, 0, pixels, pixels);
            stage.aim({ camera: from, box });
            renderer.render(stage.scene, from);
            if (column < columns - 1 && index < cameras.length - 1) continue;
            // A row, as the whole canvas is read each time. Reading waits for the graphics card, so its time counts
            // too.
            const [top, width] = [canvas.height - pixels, (column + 1) * pixels];
            strip.drawImage(canvas, 0, top, width, pixels, drawn * pixels, 0, width, pixels);
            drawn = index + 1;
            if (performance.now() > end) break;
          }
        });
      } finally {
        renderer.setScissorTest(false);
        renderer.setViewport(0, 0, canvas.width, canvas.height);
        stage.fitShadow(posterPixels.large);
      }
      return drawn === cameras.length ? strip.canvas : null;
    },
  };
}

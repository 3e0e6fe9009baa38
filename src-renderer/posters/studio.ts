import { type Object3D, WebGLRenderer } from 'three';
import { posterPixels, posterTurn } from '../../server/contract/limits.ts';
import type { Frame } from '../studio/frame-model.ts';
import { createStage } from '../studio/stage.ts';
import { cellOf, lineUp } from './turn-strip.ts';

export type Studio = {
  readonly renderer: WebGLRenderer;
  /** Draws a model and its shadow, with nothing behind them; the canvas is good until the next one. Throws when the graphics card is lost. */
  readonly draw: (model: Object3D, frame: Frame) => HTMLCanvasElement;
  /** Draws a model from each of these places, beside each other. Throws as `draw` does. */
  readonly drawTurn: (
    model: Object3D,
    box: Frame['box'],
    cameras: readonly Frame['camera'][],
  ) => HTMLCanvasElement;
};

function createRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true, alpha: true });
  renderer.setClearColor(0x000000, 0);
  renderer.setPixelRatio(1);
  renderer.setSize(posterPixels.large, posterPixels.large, false);
  return renderer;
}

/** One stage for all posters. Throws where there is no WebGL. */
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
          'The graphics card was lost while it was drawn. It may need more memory than there is.',
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
    drawTurn(model, box, cameras) {
      const [camera] = cameras;
      if (camera === undefined) throw new Error('There is no place to look from.');
      const { pixels } = posterTurn;
      onStage(model, { camera, box }, () => {
        renderer.clear();
        renderer.setScissorTest(true);
        cameras.forEach((from, view) => {
          const { x, y } = cellOf(view, canvas.width);
          const bottom = canvas.height - y - pixels;
          stage.aim({ camera: from, box });
          renderer.setViewport(x, bottom, pixels, pixels);
          renderer.setScissor(x, bottom, pixels, pixels);
          renderer.render(stage.scene, from);
        });
        renderer.setScissorTest(false);
        renderer.setViewport(0, 0, canvas.width, canvas.height);
      });
      return lineUp(canvas);
    },
  };
}

import { type Object3D, WebGLRenderer } from 'three';
import { posterPixels } from '../../server/contract/limits.ts';
import type { Frame } from '../studio/frame-model.ts';
import { createStage } from '../studio/stage.ts';

export type Studio = {
  readonly renderer: WebGLRenderer;
  /** Draws a model and its shadow, with nothing behind them; the canvas is good until the next one. Throws when the graphics card is lost. */
  readonly draw: (model: Object3D, frame: Frame) => HTMLCanvasElement;
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
  return {
    renderer,
    draw(model, frame) {
      try {
        stage.place(model, frame);
        renderer.render(stage.scene, frame.camera);
        if (renderer.getContext().isContextLost())
          throw new Error(
            'The graphics card was lost while it was drawn. It may need more memory than there is.',
          );
        return renderer.domElement;
      } finally {
        stage.clear();
      }
    },
  };
}

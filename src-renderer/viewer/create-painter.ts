import { WebGLRenderer } from 'three';
import { detectTextureSupport } from '../studio/gltf.ts';
import { releaseModel } from '../studio/release-model.ts';
import { createStage } from '../studio/stage.ts';
import { readInWorker } from './read-in-worker.ts';
import { unpackModel } from './unpack-model.ts';
import type { ModelSource } from './viewer.ts';

/** Renders models without a picture, in the style of posters. */
export type Painter = {
  /** Returns a WebP with a transparent background. Throws if the model cannot be read, or the signal's reason. */
  readonly draw: (source: ModelSource, signal: AbortSignal) => Promise<Blob>;
  /** Releases the graphics context. */
  readonly release: () => void;
};

/** Creates a painter for pictures of this size. Throws if there is no WebGL. */
export function createPainter(pixels: number): Painter {
  const renderer = new WebGLRenderer({
    ...{ antialias: true, preserveDrawingBuffer: true, alpha: true },
    powerPreference: 'low-power',
  });
  renderer.setClearColor(0x000000, 0);
  renderer.setPixelRatio(1);
  renderer.setSize(pixels, pixels, false);
  const stage = createStage(renderer, null);
  stage.fitShadow(pixels);
  const canvas = renderer.domElement;
  return {
    async draw(source, signal) {
      const support = detectTextureSupport(renderer);
      const { model, frame, loaded } = unpackModel(
        await readInWorker({ source, support, signal, onProgress: () => undefined }),
      );
      try {
        stage.place(model, frame);
        renderer.render(stage.scene, frame.camera);
        const { promise, resolve, reject } = Promise.withResolvers<Blob>();
        const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('there is no picture')));
        canvas.toBlob(take, 'image/webp', 0.85);
        return await promise;
      } finally {
        stage.clear();
        releaseModel(loaded.root);
      }
    },
    release() {
      stage.release();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

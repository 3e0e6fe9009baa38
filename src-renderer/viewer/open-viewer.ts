import { WebGLRenderer } from 'three';
import { AppError } from '../../server/contract/errors.ts';
import { releaseDecoders } from '../studio/gltf.ts';
import { releaseModel } from '../studio/release-model.ts';
import { t } from '../text/text.ts';
import { createView } from './create-view.ts';
import { fetchModelFile } from './fetch-model-file.ts';
import { type ReadModel, readModel } from './read-model.ts';
import type { OpenViewer, Viewer, ViewerOptions } from './viewer.ts';

/** Throws UNAVAILABLE where there is no WebGL. */
function createViewRenderer(): WebGLRenderer {
  try {
    return new WebGLRenderer({ antialias: true, alpha: false });
  } catch (cause) {
    throw new AppError('UNAVAILABLE', t('preview.failures.noWebGl'), { cause });
  }
}

/** Gives the graphics card back at once: browsers keep only a few of its contexts, and free them late. */
function releaseRenderer(renderer: WebGLRenderer): void {
  releaseDecoders(renderer);
  renderer.domElement.remove();
  renderer.dispose();
  renderer.forceContextLoss();
}

/** Waits no longer than the signal allows; what comes later is released. */
async function whileWanted(reading: Promise<ReadModel>, signal: AbortSignal): Promise<ReadModel> {
  const { promise: unwanted, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    reject(signal.reason);
    reading.then(({ loaded }) => releaseModel(loaded.root)).catch(() => undefined);
  };
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([reading, unwanted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function open(renderer: WebGLRenderer, options: ViewerOptions): Promise<Viewer> {
  const { signal, host, isStill } = options;
  const file = await fetchModelFile(options.address, options);
  signal.throwIfAborted();
  const shown = await whileWanted(readModel(file, renderer), signal);
  try {
    signal.throwIfAborted();
    return createView({ renderer, shown, host, isStill });
  } catch (error) {
    releaseModel(shown.loaded.root);
    throw error;
  }
}

/** Loads a model and shows it. */
export const openViewer: OpenViewer = async (options) => {
  const renderer = createViewRenderer();
  const canvas = renderer.domElement;
  try {
    const view = await open(renderer, options);
    const close = () => {
      canvas.removeEventListener('webglcontextlost', lose);
      view.close();
      releaseRenderer(renderer);
    };
    const lose = () => {
      close();
      options.onLost(new AppError('UNAVAILABLE', t('preview.failures.lost')));
    };
    canvas.addEventListener('webglcontextlost', lose);
    return { ...view, close };
  } catch (error) {
    releaseRenderer(renderer);
    throw error;
  }
};

import type { WebGLRenderer } from 'three';
import { AppError } from '../../server/contract/errors.ts';
import { releaseModel } from '../studio/release-model.ts';
import { createView } from './create-view.ts';
import { fetchModelFile } from './fetch-model-file.ts';
import { type ReadModel, readModel } from './read-model.ts';
import { createViewRenderer, releaseRenderer } from './view-renderer.ts';
import type { OpenViewer, Viewer, ViewerOptions } from './viewer.ts';

const lost =
  'The graphics card stopped showing this model; it may need its memory elsewhere. Close other programs that use it, then try again.';

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
      options.onLost(new AppError('UNAVAILABLE', lost));
    };
    canvas.addEventListener('webglcontextlost', lose);
    return { ...view, close };
  } catch (error) {
    releaseRenderer(renderer);
    throw error;
  }
};

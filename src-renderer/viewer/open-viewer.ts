import { WebGLRenderer } from 'three';
import { AppError } from '../../server/contract/errors.ts';
import { detectTextureSupport } from '../studio/gltf.ts';
import { releaseModel } from '../studio/release-model.ts';
import { createStage } from '../studio/stage.ts';
import { t } from '../text/text.ts';
import { createView, type View } from './create-view.ts';
import { readInWorker, toReadFailure } from './read-in-worker.ts';
import type { PackedModel } from './reading/packed-model.ts';
import { ReadError } from './reading/read-error.ts';
import type { ReadModel } from './reading/read-model.ts';
import { unpackModel } from './unpack-model.ts';
import type { OpenViewer, ShowOptions, Viewer, ViewerOptions } from './viewer.ts';

/** Throws UNAVAILABLE if there is no WebGL. */
function createViewRenderer(): WebGLRenderer {
  try {
    return new WebGLRenderer({ antialias: true, alpha: false });
  } catch (cause) {
    throw new AppError('UNAVAILABLE', t('preview.failures.noWebGl'), { cause });
  }
}

/** Gives the graphics card back at once: browsers keep only a few of its contexts, and free them late. */
function releaseRenderer(renderer: WebGLRenderer): void {
  renderer.domElement.remove();
  renderer.dispose();
  renderer.forceContextLoss();
}

function unpack(packed: PackedModel): ReadModel {
  try {
    return unpackModel(packed);
  } catch (cause) {
    throw cause instanceof ReadError ? toReadFailure(cause.fault) : toReadFailure({ kind: 'damaged' });
  }
}

/** The look of the page. */
function readTheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

async function read(renderer: WebGLRenderer, options: ShowOptions): Promise<ReadModel> {
  return unpack(await readInWorker({ ...options, support: detectTextureSupport(renderer) }));
}

/** The stage is set while the worker reads. */
async function open(renderer: WebGLRenderer, options: ViewerOptions): Promise<View> {
  const reading = read(renderer, options);
  reading.catch(() => undefined); // It is awaited when the stage is set.
  const stage = createStage(renderer, readTheme());
  try {
    const shown = await reading;
    try {
      options.signal.throwIfAborted();
      return createView({ ...options, renderer, stage, shown });
    } catch (error) {
      releaseModel(shown.loaded.root);
      throw error;
    }
  } catch (error) {
    stage.release();
    throw error;
  }
}

/** Loads a model and shows it. */
export const openViewer: OpenViewer = async (options) => {
  const renderer = createViewRenderer();
  const canvas = renderer.domElement;
  try {
    const { replace, add, ...view } = await open(renderer, options);
    const close = () => {
      canvas.removeEventListener('webglcontextlost', lose);
      view.close();
      releaseRenderer(renderer);
    };
    const lose = () => {
      close();
      options.onLost(new AppError('UNAVAILABLE', t('preview.failures.lost')));
    };
    const readOther = async (other: ShowOptions) => {
      const shown = await read(renderer, other);
      if (!other.signal.aborted) return shown;
      releaseModel(shown.loaded.root);
      throw other.signal.reason;
    };
    const show: Viewer['show'] = async (other) => replace(await readOther(other));
    const showBeside: Viewer['showBeside'] = async (other) => add(await readOther(other), other.at);
    canvas.addEventListener('webglcontextlost', lose);
    return { ...view, show, showBeside, close };
  } catch (error) {
    releaseRenderer(renderer);
    throw error;
  }
};

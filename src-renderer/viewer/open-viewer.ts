import type { WebGLRenderer } from 'three';
import { AppError } from '../../server/contract/errors.ts';
import { detectTextureSupport } from '../studio/gltf.ts';
import { releaseModel } from '../studio/release-model.ts';
import { t } from '../text/text.ts';
import { createView, type View } from './create-view.ts';
import { readInWorker, toReadFailure } from './read-in-worker.ts';
import type { PackedModel } from './reading/packed-model.ts';
import { ReadError } from './reading/read-error.ts';
import type { ReadModel } from './reading/read-model.ts';
import { unpackModel } from './unpack-model.ts';
import { releaseRenderer, takeKit, type ViewKit } from './view-kit.ts';
import type { OpenViewer, ShowOptions, Viewer, ViewerOptions } from './viewer.ts';

function unpack(packed: PackedModel): ReadModel {
  try {
    return unpackModel(packed);
  } catch (cause) {
    throw cause instanceof ReadError ? toReadFailure(cause.fault) : toReadFailure({ kind: 'damaged' });
  }
}

async function read(renderer: WebGLRenderer, options: ShowOptions, reader?: Worker): Promise<ReadModel> {
  return unpack(await readInWorker({ ...options, support: detectTextureSupport(renderer) }, reader));
}

async function open({ renderer, stage, reader }: ViewKit, options: ViewerOptions): Promise<View> {
  try {
    const shown = await read(renderer, options, reader);
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
  const kit = takeKit();
  const { renderer } = kit;
  const canvas = renderer.domElement;
  try {
    const { replace, add, ...view } = await open(kit, options);
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

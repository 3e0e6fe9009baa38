import { WebGLRenderer } from 'three';
import { AppError } from '../../server/contract/errors.ts';
import { releaseDecoders } from '../studio/gltf.ts';

const noWebGl =
  'The graphics card cannot be used for 3D here. Turn on hardware acceleration in the settings of the browser or system, then try again.';

/** Throws UNAVAILABLE where there is no WebGL. */
export function createViewRenderer(): WebGLRenderer {
  try {
    return new WebGLRenderer({ antialias: true, alpha: false });
  } catch (cause) {
    throw new AppError('UNAVAILABLE', noWebGl, { cause });
  }
}

/** Gives the graphics card back at once: browsers keep only a few of its contexts, and free them late. */
export function releaseRenderer(renderer: WebGLRenderer): void {
  releaseDecoders(renderer);
  renderer.domElement.remove();
  renderer.dispose();
  renderer.forceContextLoss();
}

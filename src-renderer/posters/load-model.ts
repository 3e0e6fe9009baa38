import type { WebGLRenderer } from 'three';
import type { PosterCandidate } from '../../server/contract/posters.ts';
import type { LoadedModel } from '../studio/loaded-model.ts';
import { findReader } from './readers.ts';
import { createModelManager } from './support-files.ts';

/** Loads a file with everything it refers to. Throws when it cannot be read. */
export async function loadModel(candidate: PosterCandidate, renderer: WebGLRenderer): Promise<LoadedModel> {
  const read = findReader(candidate.format);
  if (!read) throw new Error(`no picture can be made of .${candidate.format} files`);
  const { manager, idle } = createModelManager(candidate);
  const model = await read({ candidate, manager, renderer });
  await idle();
  return model;
}

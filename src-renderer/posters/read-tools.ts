import type { LoadingManager, WebGLRenderer } from 'three';
import type { PosterCandidate } from '../../server/contract/posters.ts';

/** What a reader of one format needs. */
export type ReadTools = {
  readonly candidate: PosterCandidate;
  readonly manager: LoadingManager;
  readonly renderer: WebGLRenderer;
};

import type { AnimationClip, Object3D } from 'three';

export type LoadedModel = {
  readonly root: Object3D;
  readonly clips: readonly AnimationClip[];
  /** Parts whose file gives them no material. */
  readonly isBare: (object: Object3D) => boolean;
};

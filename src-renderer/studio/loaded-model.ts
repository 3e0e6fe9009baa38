import type { AnimationClip, Object3D } from 'three';

export type LoadedModel = {
  readonly root: Object3D;
  readonly clips: readonly AnimationClip[];
  /** Parts whose file gives them no material. */
  readonly isBare: (object: Object3D) => boolean;
  /** How long a unit of its root's parent is; null where the format does not say. */
  readonly metresPerUnit: number | null;
};

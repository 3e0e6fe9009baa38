import type { AnimationClip, Object3D } from 'three';

export type LoadedModel = {
  readonly root: Object3D;
  readonly clips: readonly AnimationClip[];
  /** True for parts without a material in the file. */
  readonly isBare: (object: Object3D) => boolean;
  /** Metres per unit of its root's parent; null if the format does not define it. */
  readonly metresPerUnit: number | null;
};

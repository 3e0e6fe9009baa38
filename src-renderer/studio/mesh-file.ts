import type { LoadingManager } from 'three';

/** A model file of any format but glTF, for its reader. */
export type MeshFile = {
  readonly bytes: ArrayBuffer;
  /** Loads the pictures that it names; its owner waits for them. */
  readonly manager: LoadingManager;
  /** Paths of the files that belong to it. */
  readonly siblings: readonly string[];
  readonly readSibling: (path: string) => Promise<ArrayBuffer>;
};

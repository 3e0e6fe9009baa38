import type { TextureSupport } from '../../studio/gltf.ts';
import type { ByteBudget } from './fetch-model-file.ts';
import type { Sibling } from './find-sibling.ts';

export type ReadOptions = {
  readonly format: string;
  readonly relativePath: string;
  readonly siblings: readonly Sibling[];
  readonly support: TextureSupport;
  readonly budget: ByteBudget;
  readonly onStep: () => void;
};

import { LoadingManager, type Object3D, type WebGLRenderer } from 'three';
import { AppError } from '../../server/contract/errors.ts';
import { type Frame, frameModel } from '../studio/frame-model.ts';
import { createGltfLoader, fromGltf } from '../studio/gltf.ts';
import type { LoadedModel } from '../studio/loaded-model.ts';
import { prepareModel } from '../studio/prepare-model.ts';
import { releaseModel } from '../studio/release-model.ts';
import { t } from '../text/text.ts';
import type { ModelFile } from './fetch-model-file.ts';
import { createSiblingFinder, folderOf } from './find-sibling.ts';

export type ReadModel = {
  /** Stands on the ground, two units large. */
  readonly model: Object3D;
  readonly frame: Frame;
  readonly loaded: LoadedModel;
};

async function parse({ bytes, address }: ModelFile, renderer: WebGLRenderer): Promise<LoadedModel> {
  const folder = folderOf(address);
  const manager = new LoadingManager();
  manager.setURLModifier(createSiblingFinder(folder));
  try {
    return fromGltf(await createGltfLoader(manager, renderer).parseAsync(bytes, folder));
  } catch (cause) {
    throw new AppError('CORRUPT_FILE', t('preview.failures.damaged'), { cause });
  }
}

/** Throws CORRUPT_FILE for what is no GLB, or one with nothing to see. */
export async function readModel(file: ModelFile, renderer: WebGLRenderer): Promise<ReadModel> {
  const loaded = await parse(file, renderer);
  try {
    const model = prepareModel(loaded);
    return { model, frame: frameModel(model), loaded };
  } catch (cause) {
    releaseModel(loaded.root);
    throw new AppError('CORRUPT_FILE', t('preview.failures.empty'), { cause });
  }
}

import { LoadingManager, type Object3D } from 'three';
import { isGltf } from '../../../server/contract/catalogue/formats.ts';
import { type Frame, frameModel } from '../../studio/frame-model.ts';
import { createDecoders, createGltfLoader, fromGltf } from '../../studio/gltf.ts';
import type { LoadedModel } from '../../studio/loaded-model.ts';
import { mendOrder } from '../../studio/mend-order.ts';
import { prepareModel } from '../../studio/prepare-model.ts';
import { boundLoader } from './bound-loader.ts';
import { checkDocument } from './check-document.ts';
import { fetchModelFile, type ModelFile } from './fetch-model-file.ts';
import { createSiblingFinder, folderOf } from './find-sibling.ts';
import { listObjects, measureModel } from './measure-model.ts';
import { mendNumbers } from './mend-numbers.ts';
import { ReadError } from './read-error.ts';
import type { ReadOptions } from './read-options.ts';
import { requireFit } from './reading-limits.ts';

/** A model that is ready to be rendered. */
export type ReadModel = {
  /** Stands on the ground, two units in size. */
  readonly model: Object3D;
  readonly frame: Frame;
  readonly loaded: Pick<LoadedModel, 'root' | 'clips' | 'metresPerUnit'>;
  /** As counted in the file; null if its reader gives each corner its own vertex. */
  readonly vertices: number | null;
};

async function loadGltf({ bytes, address }: ModelFile, options: ReadOptions) {
  const { support, budget, onStep } = options;
  const folder = folderOf(address);
  const findSibling = createSiblingFinder({ ...options, folder });
  const fetchSibling = async (asked: string) => {
    const found = findSibling(asked);
    if (found === null) throw new ReadError('damaged');
    return (await fetchModelFile(found, { budget, onProgress: onStep })).bytes;
  };
  const loader = createGltfLoader(new LoadingManager(), createDecoders(support));
  boundLoader(loader, { fetchSibling, onStep });
  return fromGltf(await loader.parseAsync(bytes, folder));
}

async function load(file: ModelFile, options: ReadOptions): Promise<LoadedModel> {
  const { format, onStep } = options;
  try {
    // Most models are GLB; only other formats load the code of their readers.
    if (!isGltf(format)) return await (await import('./load-mesh.ts')).loadMesh(file, options);
    checkDocument(file.bytes);
    onStep();
    return await loadGltf(file, options);
  } catch (cause) {
    throw cause instanceof ReadError ? cause : new ReadError('damaged', cause);
  }
}

function mend({ root }: LoadedModel): void {
  mendNumbers(listObjects(root));
  try {
    mendOrder(root);
  } catch (cause) {
    throw new ReadError('damaged', cause);
  }
}

function prepare(loaded: LoadedModel, vertices: number | null): ReadModel {
  try {
    const model = prepareModel(loaded);
    return { model, frame: frameModel(model), loaded, vertices };
  } catch (cause) {
    throw new ReadError('empty', cause);
  }
}

/** Throws ReadError if the file is unreadable, has nothing visible, or needs more than a page can handle. */
export async function readModel(file: ModelFile, options: ReadOptions): Promise<ReadModel> {
  const loaded = await load(file, options);
  const size = measureModel(loaded);
  requireFit(size);
  mend(loaded);
  options.onStep();
  return prepare(loaded, /^gl(b|tf)$/.test(options.format) ? size.vertices : null);
}

import { isArchive } from '../../../server/contract/catalogue/formats.ts';
import { bindTextures } from '../../studio/bind-textures.ts';
import type { LoadedModel } from '../../studio/loaded-model.ts';
import { missingPicture } from '../../studio/missing-picture.ts';
import { createModelManager, createNameFinder } from '../../studio/model-manager.ts';
import { isMeshFormat, readMeshFile } from '../../studio/read-mesh-file.ts';
import { checkArchive } from './check-archive.ts';
import { fetchModelFile, type ModelFile } from './fetch-model-file.ts';
import { loadInWorker, turnPicturesOver } from './load-in-worker.ts';
import { listObjects } from './measure-model.ts';
import { ReadError } from './read-error.ts';
import type { ReadOptions } from './read-options.ts';
import { readingLimits } from './reading-limits.ts';

/** Reads a file of any format but glTF, with the pictures next to it that it names. */
export async function loadMesh({ bytes }: ModelFile, options: ReadOptions): Promise<LoadedModel> {
  const { format, siblings, budget, onStep } = options;
  if (!isMeshFormat(format)) throw new ReadError('damaged');
  if (bytes.byteLength > readingLimits.textBytes) throw new ReadError('tooLarge');
  if (isArchive(format)) checkArchive(bytes);
  const fetchBytes = async (address: string) =>
    (await fetchModelFile(address, { budget, onProgress: onStep })).bytes;
  const findByName = createNameFinder(siblings);
  const { manager, idle } = createModelManager((asked) =>
    /^(data|blob):/.test(asked) ? asked : (findByName(asked) ?? missingPicture),
  );
  loadInWorker(async (address) => {
    if (address === missingPicture) throw new Error('the picture is not there');
    return fetchBytes(address);
  }, onStep);
  const urlOf = new Map(siblings.map(({ relativePath, url }) => [relativePath, url]));
  const model = await readMeshFile(format, {
    bytes,
    manager,
    siblings: [...urlOf.keys()],
    readSibling: (path) => fetchBytes(urlOf.get(path) ?? path),
  });
  onStep();
  await idle();
  const bound = bindTextures(model, { format, manager, siblings: [...urlOf.keys()] });
  await idle();
  await turnPicturesOver(listObjects(bound.root));
  return bound;
}

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Texture } from '../../../server/contract/catalogue/textures.ts';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { nameTextures } from '../../../server/shared/texture-names.ts';
import { findLibraryOf } from '../../library/libraries.ts';
import type { Library, LibraryModel } from '../../platform/ipc/contract.ts';
import { findOnDisk } from '../../platform/storage/inspect-files.ts';

/** A downloaded scene file as plugins receive it, with absolute paths on this computer. */
export type HandedModel = {
  readonly guid: string;
  readonly title: string;
  readonly lod: LibraryModel['files'][number]['lod'];
  readonly format: string;
  readonly relativePath: string;
  readonly scenePath: string;
  /** The topology folder, then each folder below it that has textures. */
  readonly searchPaths: readonly string[];
  readonly server: string;
  /** Textures whose file names reveal what they are. */
  readonly textures?: readonly Texture[];
};

function findScene(library: Library, { guid, relativePath }: { guid: string; relativePath: string }) {
  const model = library.models.find((candidate) => candidate.guid === guid);
  if (!model) throw new AppError('MODEL_NOT_FOUND', 'This model is not in the library. Download it first.');
  const file = model.files.find((candidate) => candidate.relativePath === relativePath);
  if (file?.role !== 'scene')
    throw new AppError(
      'FILE_NOT_FOUND',
      sentence`“${{ title: model.title }}” has no downloaded scene file ${{ file: relativePath }}.`,
    );
  const topology = relativePath.split('/')[0] ?? '';
  const siblings = model.files.filter(
    (other) => other.role !== 'scene' && other.relativePath.startsWith(`${topology}/`),
  );
  const missing = [file, ...siblings].find(({ isPresent }) => !isPresent);
  if (missing) {
    const message = sentence`${{ file: missing.relativePath }} of “${{ title: model.title }}” is missing from the disk or was changed. Download it again.`;
    throw new AppError('FILE_NOT_FOUND', message);
  }
  return { model, file, topology, siblings };
}

/** Finds a scene file and its texture folders in the library. Throws if one of its files is missing. */
export async function toHandedModel(
  library: Library,
  wanted: { readonly guid: string; readonly relativePath: string },
): Promise<HandedModel> {
  const { model, file, topology, siblings } = findScene(library, wanted);
  const root = await realpath(findLibraryOf(library.places, model.folder) ?? library.folder);
  const folder = await realpath(model.folder);
  const toAbsolute = (relative: string) => findOnDisk(folder, relative);
  const scenePath = await toAbsolute(file.relativePath);
  if (!(await realpath(scenePath)).startsWith(root + path.sep))
    throw new AppError(
      'FORBIDDEN',
      sentence`${{ file: scenePath }} points outside the library folder, so it was not sent.`,
    );
  const pictures = siblings.filter(({ role }) => role === 'texture').map(({ relativePath }) => relativePath);
  const folders = pictures.map((place) => path.posix.dirname(place)).toSorted();
  const textures = nameTextures(pictures);
  const { guid, title, serverUrl: server } = model;
  const searchPaths = await Promise.all([...new Set([topology, ...folders])].map(toAbsolute));
  const { lod, format, relativePath } = file;
  const handed = { guid, title, lod, format, relativePath, scenePath, searchPaths, server };
  return textures.length > 0 ? { ...handed, textures } : handed;
}

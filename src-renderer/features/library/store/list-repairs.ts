import type { DownloadRequest } from '../../../../src-main/platform/ipc/contract.ts';
import type { LibraryModel } from './find-in-library.ts';
import { factsOf } from './library-rows.ts';

export const needsRepair = (model: LibraryModel) => factsOf(model).missing + factsOf(model).edited > 0;

/**
 * The downloads that bring back what is missing or changed, in exactly the version that was downloaded: of large files only the
 * chunks that differ, of others nothing. They cost nothing, as the models have been unlocked.
 */
export function listRepairs(models: readonly LibraryModel[]): DownloadRequest[] {
  return models.filter(needsRepair).flatMap(({ guid, title, version, files }) => {
    const damaged = files.filter(({ isPresent, isEdited }) => !isPresent || isEdited);
    const lods = new Set(damaged.filter(({ role }) => role !== 'scene').map(({ lod }) => lod));
    // Which scene file needs a texture is not known here: those of its topology are asked, and fetch only what they lack.
    const scenes = files.filter(
      (file) => file.role === 'scene' && (damaged.includes(file) || lods.has(file.lod)),
    );
    return scenes.map((file) => ({
      ...{ guid, title, format: file.format, lod: file.lod, variant: file.variant },
      ...{ relativePath: file.relativePath, sha256: file.sha256, version: file.version ?? version },
      maxPriceUsd: 0,
    }));
  });
}

import type { DownloadRequest } from '../../../../src-main/platform/ipc/contract.ts';
import type { LibraryModel } from './find-in-library.ts';
import { factsOf } from './library-rows.ts';

export const needsRepair = (model: LibraryModel) => factsOf(model).missing + factsOf(model).edited > 0;

/**
 * Returns the downloads that restore missing or changed files in exactly the downloaded version: for large files only
 * the differing chunks. They are free, as the models have been unlocked.
 */
export function listRepairs(models: readonly LibraryModel[]): DownloadRequest[] {
  return models.filter(needsRepair).flatMap(({ guid, title, version, files }) => {
    const damaged = files.filter(({ isPresent, isEdited }) => !isPresent || isEdited);
    const lods = new Set(damaged.filter(({ role }) => role !== 'scene').map(({ lod }) => lod));
    // The library does not know which scenes need a texture, so all of its topology are requested; each fetches only
    // gaps.
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

import type { InventoryEntry, ModelDetails } from '../../contract/catalogue/discovery.ts';
import { listObstacles, listReaders, tellRequirements } from '../../contract/catalogue/readability.ts';
import { knownUnits } from '../../contract/common.ts';
import { lods } from '../../contract/limits.ts';
import { nameOf } from '../../contract/relative-path.ts';
import type { InventoryFile } from './models.ts';

/** Returns a scene file's requirements, axes and unit, and which apps read it. */
export function toReadability({ format, requires, role, ...file }: InventoryFile) {
  if (role !== 'scene') return {};
  const known = requires ?? [];
  const obstacles = listObstacles(format, known);
  return {
    ...(known.length > 0 && { requires: tellRequirements(known) }),
    ...knownUnits(file),
    readBy: listReaders(format, known),
    ...(obstacles.length > 0 && { obstacles }),
  };
}

export function toInventoryEntry(guid: string, file: InventoryFile): InventoryEntry {
  const { format, lod, relativePath, variant, role, sizeBytes, sha256, contentType, triangles } = file;
  const { lodFrom, derived, missing } = file;
  return {
    guid,
    format,
    lod,
    relativePath,
    fileName: nameOf(relativePath),
    variant,
    role,
    sizeBytes,
    sha256,
    contentType,
    triangles,
    ...(lodFrom && { lodFrom }),
    ...(derived && { derived }),
    ...(missing?.length && { missing: [...missing] }),
    ...toReadability(file),
  };
}

/** Returns a model's topologies that have files, lightest first. */
export function groupByTopology<F extends InventoryFile>(files: readonly F[]) {
  return lods.flatMap((lod) => {
    const own = files.filter((file) => file.lod === lod);
    const folder = own[0]?.topologyFolder;
    if (folder === undefined) return [];
    const formats = [
      ...new Set(own.filter((file) => file.role === 'scene').map((file) => file.format)),
    ].sort();
    return [{ lod, folder, formats, files: own }];
  });
}

/** The same in its public form, with what each file needs. */
export function toTopologies(guid: string, files: readonly InventoryFile[]): ModelDetails['topologies'] {
  const sizes = new Map(files.map((file) => [file.relativePath, file.sizeBytes]));
  return groupByTopology(files).map((topology) => ({
    ...topology,
    files: topology.files.map((file) => ({
      ...toInventoryEntry(guid, file),
      supportFilesCount: file.needs.length,
      supportBytes: file.needs.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0),
    })),
  }));
}

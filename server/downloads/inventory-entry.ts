import type { InventoryFile } from '../catalogue/models.ts';
import { nameOf } from '../catalogue/models.ts';
import type { InventoryEntry } from '../contract/discovery.ts';

/** A file of the inventory as everybody may see it. */
export function toInventoryEntry(guid: string, file: InventoryFile): InventoryEntry {
  const { format, lod, relativePath, variant, role, sizeBytes, sha256, contentType, triangles } = file;
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
  };
}

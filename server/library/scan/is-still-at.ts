import { listDisk, lookAtDisk } from '../../base/bucket/library-disk.ts';
import { readLod } from '../../catalogue/write/names.ts';
import { sidecarName } from './model/list-model.ts';
import { readSidecar } from './model/read-texts.ts';

type Wanted = {
  readonly folder: string;
  readonly guid: string;
  /** Its scene files, relative to the library; empty for a model in topology folders. */
  readonly scenes: readonly string[];
};

/**
 * Returns true if a folder still holds the model: its sidecar declares no other guid; for a recognised model, one of
 * its scene files is still at its path.
 */
export function isStillAt(toDisk: (place: string) => string, { folder, guid, scenes }: Wanted): boolean {
  if (scenes.length > 0) return scenes.some((scene) => isFile(toDisk(scene)));
  const place = toDisk(folder);
  try {
    const names = listDisk(place).map(({ name }) => name);
    const sidecar = names.includes(sidecarName) ? readSidecar(`${place}/${sidecarName}`) : null;
    return names.some((name) => readLod(name) !== null) && (sidecar === null || sidecar === guid);
  } catch {
    return false;
  }
}

function isFile(place: string): boolean {
  try {
    return lookAtDisk(place)?.isFile() === true;
  } catch {
    return false;
  }
}

import { readdirSync } from 'node:fs';
import { readLod } from '../../catalogue/write/names.ts';
import { sidecarName } from './list-model.ts';
import { readSidecar } from './read-texts.ts';

/** Whether a folder is a model's and does not say that it has another guid. */
export function isStillAt(libraryDir: string, folder: string, guid: string): boolean {
  const place = `${libraryDir}/${folder}`;
  try {
    const names = readdirSync(place);
    const sidecar = names.includes(sidecarName) ? readSidecar(`${place}/${sidecarName}`) : null;
    return names.some((name) => readLod(name) !== null) && (sidecar === null || sidecar === guid);
  } catch {
    return false;
  }
}

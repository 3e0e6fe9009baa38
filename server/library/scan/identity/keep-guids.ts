import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isMounted } from '../../../base/bucket/library-disk.ts';
import { markOf } from '../../../base/storage/file-mark.ts';
import { sidecarName } from '../model/list-model.ts';
import type { KeepGuidsJob, KeptGuids } from '../visit.ts';

const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
const flags = O_WRONLY | O_CREAT | O_TRUNC | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const mode = 0o644;

/** Writes guids into sidecars unsynced: the database has them too, to rewrite lost ones. Skips read-only folders. */
export const keepGuids = ({ libraryDir, guids }: KeepGuidsJob): KeptGuids =>
  guids.map(({ folder, guid }) => {
    try {
      return writeSidecar(`${libraryDir}/${folder}/${sidecarName}`, guid);
    } catch {
      return null;
    }
  });

function writeSidecar(place: string, guid: string): string | null {
  if (isMounted(place)) return null;
  const descriptor = openSync(place, flags, mode);
  try {
    writeSync(descriptor, `${JSON.stringify({ guid })}\n`);
    return String(markOf(fstatSync(descriptor, { bigint: true }), place));
  } finally {
    closeSync(descriptor);
  }
}

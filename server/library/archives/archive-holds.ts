import { closeSync, constants, fstatSync } from 'node:fs';
import { openOnDisk } from '../../base/bucket/library-disk.ts';
import { throwIfExhausted } from '../../base/storage/storage-fault.ts';
import { nameOf } from '../../contract/relative-path.ts';
import { readZipDirectory } from '../../inspect/archive/zip-directory.ts';
import { createDescriptorSource } from '../../inspect/byte-source.ts';

const windowBytes = 64 * 1024;
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Checks a ZIP archive's directory for a file of this name; false if the directory cannot be read. */
export function archiveHolds(place: string, name: string): boolean {
  try {
    const descriptor = openOnDisk(place, flags);
    try {
      const { size } = fstatSync(descriptor);
      const source = createDescriptorSource(descriptor, size, new Uint8Array(windowBytes));
      return readZipDirectory(source).some(
        (entry) => nameOf(entry.name).toLowerCase() === name.toLowerCase(),
      );
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throwIfExhausted(error);
    return false; // visiting the archive itself reports what is wrong with it
  }
}

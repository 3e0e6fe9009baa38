import { closeSync, constants, readFileSync, readSync } from 'node:fs';
import { openOnDisk } from '../../../base/bucket/library-disk.ts';
import { throwIfExhausted } from '../../../base/storage/storage-fault.ts';
import { fromUtf16 } from '../../../shared/plain-text.ts';

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Throws file system errors. */
export function readText(place: string): string {
  const descriptor = openOnDisk(place, flags);
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Reads at most this many bytes from the start. Throws file system errors. */
export function readTextHead(place: string, bytes: number): string {
  const descriptor = openOnDisk(place, flags);
  try {
    const buffer = Buffer.alloc(bytes);
    const head = buffer.subarray(0, readSync(descriptor, buffer, 0, bytes, 0));
    return Buffer.from(fromUtf16(head) ?? head).toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the guid from a sidecar; null if the file is torn or has other content. */
export function readSidecar(place: string): string | null {
  try {
    const json: unknown = JSON.parse(readText(place));
    return typeof json === 'object' && json !== null && 'guid' in json && typeof json.guid === 'string'
      ? json.guid
      : null;
  } catch (error) {
    throwIfExhausted(error);
    return null;
  }
}

import { closeSync, constants, fstatSync } from 'node:fs';
import path from 'node:path';
import { openOnDisk } from '../base/bucket/library-disk.ts';
import { type ByteSource, createDescriptorSource } from './byte-source.ts';
import type { ParserContext } from './parser.ts';

/** Opening a pipe must not wait for its writer; Windows has no such flag. */
export const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR', 'ELOOP', 'ENXIO']);

function openIfPresent(file: string): number | null {
  try {
    return openOnDisk(file, openFlags);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (missingCodes.has(code)) return null;
    throw error;
  }
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return (
    relative !== '' &&
    relative !== '..' &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}

/** Opens files by their references from `file`, reading through `window`; those above its parent folder count as missing. */
export function createSiblingReader(file: string, window: Uint8Array): ParserContext['readSibling'] {
  const folder = path.dirname(file);
  return (reference, read) => {
    const sibling = path.resolve(folder, reference);
    const descriptor = isInside(path.dirname(path.resolve(folder)), sibling) ? openIfPresent(sibling) : null;
    if (descriptor === null) return read(null);
    try {
      const status = fstatSync(descriptor);
      if (!status.isFile()) return read(null);
      const source: ByteSource = createDescriptorSource(descriptor, status.size, window);
      return read(source);
    } finally {
      closeSync(descriptor);
    }
  };
}

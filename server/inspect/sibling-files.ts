import { closeSync, constants, fstatSync } from 'node:fs';
import path from 'node:path';
import { listDisk, lookAtDisk, openOnDisk } from '../base/bucket/library-disk.ts';
import { toLooseKey } from '../shared/loose-names.ts';
import { type ByteSource, createDescriptorSource } from './byte-source.ts';
import type { ParserContext } from './parser.ts';

/** Keeps opening a named pipe from blocking; Windows has no such flag. */
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

function listNames(folder: string): readonly string[] {
  try {
    return listDisk(folder).map(({ name }) => name);
  } catch {
    return [];
  }
}

function isPresent(place: string): boolean {
  try {
    return lookAtDisk(place) !== undefined;
  } catch {
    return false;
  }
}

/** Finds a file ignoring case; null if there is none. */
export function findLoosely(wanted: string, toDisk: (inside: string) => string): string | null {
  let found = '';
  for (const part of wanted.split('/')) {
    const toInside = (name: string) => (found === '' ? name : `${found}/${name}`);
    const key = toLooseKey(part);
    const name = isPresent(toDisk(toInside(part)))
      ? part
      : listNames(toDisk(found)).find((one) => toLooseKey(one) === key);
    if (name === undefined) return null;
    found = toInside(name);
  }
  return found;
}

/** Opens files referenced from `file`, reading through `window`; those above its parent folder count as missing. */
export function createSiblingReader(file: string, window: Uint8Array): ParserContext['readSibling'] {
  const folder = path.dirname(file);
  return (reference, read) => {
    const toDisk = (inside: string) => path.resolve(folder, inside);
    const open = (file: string) =>
      isInside(path.dirname(path.resolve(folder)), file) ? openIfPresent(file) : null;
    const isOutside = !isInside(path.dirname(path.resolve(folder)), toDisk(reference));
    const loose = () => toDisk(findLoosely(reference, toDisk) ?? reference);
    const descriptor = isOutside ? null : (open(toDisk(reference)) ?? open(loose()));
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

import { AppError } from '../../server/contract/errors.ts';
import type { FoundHost } from './found-host.ts';

const readOnly = new Set(['EACCES', 'EROFS']);
const inUse = new Set(['EBUSY', 'ETXTBSY', 'EPERM']);
const full = new Set(['ENOSPC', 'EDQUOT']);

/** Why a disk refused to change a place, and what to do. `code` is the system's. */
export function describeRefusal({ place, name }: Pick<FoundHost, 'place' | 'name'>, code: string): string {
  if (readOnly.has(code))
    return `${place} is read-only (${code}), so it is as it was. Allow writing to it, then try again.`;
  if (inUse.has(code))
    return `A file in ${place} is in use or protected (${code}), so all is as it was. Close ${name}, then try again.`;
  if (full.has(code))
    return `The disk is full (${code}), so ${place} is as it was. Free some room, then try again.`;
  return `${place} could not be written (${code}), and is as it was. Close ${name}, check the folder's rights, and try again.`;
}

/** What the disk refused, as a sentence. */
export async function onPlace(host: Pick<FoundHost, 'place' | 'name'>, work: () => Promise<void>) {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AppError('INSUFFICIENT_STORAGE', describeRefusal(host, code), { cause });
  }
}

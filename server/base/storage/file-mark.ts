import { hash } from 'node:crypto';
import { type BigIntStats, statfsSync } from 'node:fs';

type Told = Pick<BigIntStats, 'mtimeNs' | 'ctimeNs' | 'ino' | 'dev'>;

/** File system numbers on Linux of FAT, exFAT, FUSE, SMB, 9p, and VirtualBox and VMware shared folders. */
const forgetful = new Set([
  0x4d44, 0x2011bab0, 0x65735546, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x786f4256, 0xbacbacbc,
]);
const telling = new Map<bigint, boolean>();

/**
 * Whether a file's disk reliably changes its mark with every change. Some store times in whole seconds, have no change
 * time, or invent inodes; there, only the content counts.
 */
export function isOnTellingDisk({ dev }: Pick<Told, 'dev'>, place: string): boolean {
  const known = telling.get(dev);
  if (known !== undefined) return known;
  const isTelling = !forgetful.has(findType(place));
  telling.set(dev, isTelling);
  return isTelling;
}

function findType(place: string): number {
  try {
    return statfsSync(place).type;
  } catch {
    return 0; // not on Linux, or the file is gone
  }
}

/** Fits into an SQLite integer, and is never 0, which means unknown. */
export const toMark = (text: string): bigint => (hash('sha256', text, 'buffer').readBigUInt64BE() >> 2n) | 1n;

/**
 * Fingerprint of a file's metadata: changes whenever a program writes, replaces or renames the file, even if it sets
 * the modification time back. Changing its mode or links changes it too; then the content decides.
 */
export function markOf(stats: Told, place: string): bigint {
  const { mtimeNs, ctimeNs, ino } = stats;
  return toMark(`${mtimeNs} ${ctimeNs} ${isOnTellingDisk(stats, place) ? ino : ''}`);
}

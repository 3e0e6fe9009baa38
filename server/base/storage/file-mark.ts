import { hash } from 'node:crypto';
import { type BigIntStats, statfsSync } from 'node:fs';

type Told = Pick<BigIntStats, 'mtimeNs' | 'ctimeNs' | 'ino' | 'dev'>;

/** FAT, exFAT, FUSE, SMB, 9p and the shared folders of VirtualBox and VMware, by the numbers that Linux gives them. */
const forgetful = new Set([
  0x4d44, 0x2011bab0, 0x65735546, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x786f4256, 0xbacbacbc,
]);
const telling = new Map<bigint, boolean>();

/**
 * Whether the disk of a file gives it another mark with every change. Some keep times in steps of seconds, no time of
 * change, or invent inodes: there only the content tells.
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

/** Below what a database keeps as a whole number, and never 0, which means that nothing is known. */
export const toMark = (text: string): bigint => (hash('sha256', text, 'buffer').readBigUInt64BE() >> 2n) | 1n;

/**
 * What stands for the content of a file: another one whenever a program wrote, replaced or renamed it, whatever time of
 * writing it was given. A change of its mode or its links gives it another one too; then the content decides.
 */
export function markOf(stats: Told, place: string): bigint {
  const { mtimeNs, ctimeNs, ino } = stats;
  return toMark(`${mtimeNs} ${ctimeNs} ${isOnTellingDisk(stats, place) ? ino : ''}`);
}

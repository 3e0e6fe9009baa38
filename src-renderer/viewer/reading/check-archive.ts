import { ReadError } from './read-error.ts';
import { readingLimits } from './reading-limits.ts';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const longestComment = 65_535;

function findEnd(view: DataView): number {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1)
    if (view.getUint32(at, true) === endSignature) return at;
  throw new ReadError('damaged');
}

/** Throws ReadError if it is not a ZIP, or would take too much memory when unpacked. */
export function checkArchive(bytes: ArrayBuffer): void {
  const view = new DataView(bytes);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let left: number = readingLimits.unpackedBytes;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature)
      throw new ReadError('damaged');
    left -= view.getUint32(at + 24, true);
    if (left < 0) throw new ReadError('tooLarge');
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

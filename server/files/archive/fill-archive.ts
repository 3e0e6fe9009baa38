import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { markOf } from '../../base/storage/file-mark.ts';
import type { ArchivePlan } from './archive-plan.ts';

/** Reads archives synchronously. */
export type ArchiveFiller = ReturnType<typeof createArchiveFiller>;

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The file whose header or content contains this byte of the archive. */
export function findEntry({ starts, entryCount }: ArchivePlan, position: number): number {
  let low = 0;
  let high = entryCount;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Keeps the current file open, because a large one is read in many pieces. */
export function createArchiveFiller() {
  let descriptor = -1;
  let opened = '';

  function close(): void {
    if (descriptor >= 0) closeSync(descriptor);
    descriptor = -1;
    opened = '';
  }

  function openFile(place: string): void {
    if (place === opened) return;
    close();
    descriptor = openSync(place, flags);
    opened = place;
  }

  /** Checked after reading: an earlier change shows in the mark, and a later one does no harm. */
  function requireUnchanged(plan: ArchivePlan, index: number): void {
    const stats = fstatSync(descriptor, { bigint: true });
    if (stats.size !== BigInt(plan.sizes[index] ?? -1) || markOf(stats, opened) !== plan.marks[index])
      throw new Error(`${opened} was changed after the archive was planned`);
  }

  function readContent(
    plan: ArchivePlan,
    index: number,
    target: { bytes: Uint8Array; offset: number },
  ): void {
    openFile(plan.places[index] ?? '');
    const { bytes, offset } = target;
    for (let filled = 0; filled < bytes.length; ) {
      const count = readSync(descriptor, bytes, filled, bytes.length - filled, offset + filled);
      if (count === 0) throw new Error(`${opened} became shorter after the archive was planned`);
      filled += count;
    }
    requireUnchanged(plan, index);
    if (offset + bytes.length === plan.sizes[index]) close();
  }

  /** Copies bytes of one header and one content; returns how many. */
  function fillOne(plan: ArchivePlan, bytes: Uint8Array, position: number): number {
    const index = findEntry(plan, position);
    const inEntry = position - (plan.starts[index] ?? 0);
    const headStart = plan.headStarts[index] ?? 0;
    const headEnd = plan.headStarts[index + 1] ?? plan.heads.length;
    const head = plan.heads.subarray(
      headStart + inEntry,
      Math.min(headEnd, headStart + inEntry + bytes.length),
    );
    if (head.length > 0) {
      bytes.set(head);
      return head.length;
    }
    const offset = inEntry - (headEnd - headStart);
    const length = Math.min(bytes.length, (plan.sizes[index] ?? 0) - offset);
    readContent(plan, index, { bytes: bytes.subarray(0, length), offset });
    return length;
  }

  return {
    close,
    /** Fills `bytes` with the archive's content from `position` on. Throws if a file no longer matches the plan. */
    fill(plan: ArchivePlan, bytes: Uint8Array, position: number) {
      for (let filled = 0; filled < bytes.length; )
        filled += fillOne(plan, bytes.subarray(filled), position + filled);
    },
  };
}

import { BrokenFile } from '../broken-file.ts';

/** Collects bytes across chunks; throws BrokenFile with `complaint` beyond `limit`. */
export function createByteBuffer(limit: number, complaint: string) {
  let bytes = Buffer.alloc(256);
  let length = 0;

  return {
    append(added: Uint8Array, start: number, end: number) {
      const needed = length + end - start;
      if (needed > limit) throw new BrokenFile(complaint);
      if (needed > bytes.length) bytes = Buffer.concat([bytes], needed * 2);
      bytes.set(added.subarray(start, end), length);
      length = needed;
    },
    /** The collected bytes, valid until the next append; empties the buffer. */
    take() {
      const taken = bytes.subarray(0, length);
      length = 0;
      return taken;
    },
    length: () => length,
  };
}

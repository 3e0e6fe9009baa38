import { BrokenFile } from '../broken-file.ts';

type ByteBuffer = {
  readonly append: (bytes: Uint8Array, start: number, end: number) => void;
  /** The collected bytes, valid until the next append; empties the buffer. */
  readonly take: () => Buffer;
  readonly length: () => number;
};

/** Collects bytes across chunks; throws BrokenFile with `complaint` beyond `limit`. */
export function createByteBuffer(limit: number, complaint: string): ByteBuffer {
  let bytes = Buffer.alloc(256);
  let length = 0;

  return {
    append(added, start, end) {
      const needed = length + end - start;
      if (needed > limit) throw new BrokenFile(complaint);
      if (needed > bytes.length) bytes = Buffer.concat([bytes], needed * 2);
      bytes.set(added.subarray(start, end), length);
      length = needed;
    },
    take() {
      const taken = bytes.subarray(0, length);
      length = 0;
      return taken;
    },
    length: () => length,
  };
}

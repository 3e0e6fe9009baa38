import { BrokenFile } from '../broken-file.ts';

type ByteBuffer = {
  readonly append: (bytes: Uint8Array, start: number, end: number) => void;
  /** The bytes so far, valid until the next append; the buffer is empty afterwards. */
  readonly take: () => Buffer;
  readonly length: () => number;
};

/** Collects bytes over chunks; throws BrokenFile with `complaint` when they become more than `limit`. */
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

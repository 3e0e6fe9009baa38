import { BrokenFile } from '../broken-file.ts';

export type ByteBuffer = {
  readonly append: (bytes: Uint8Array) => void;
  /** The bytes so far, valid until the next append; the buffer is empty afterwards. */
  readonly take: () => Uint8Array;
  readonly length: () => number;
};

/** Collects bytes over chunks; throws BrokenFile with `complaint` when they become more than `limit`. */
export function createByteBuffer(limit: number, complaint: string): ByteBuffer {
  let bytes = new Uint8Array(256);
  let length = 0;

  return {
    append(added) {
      const needed = length + added.length;
      if (needed > limit) throw new BrokenFile(complaint);
      if (needed > bytes.length) {
        const larger = new Uint8Array(needed * 2);
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(added, length);
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

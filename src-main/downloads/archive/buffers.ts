const step = 64 * 1024;

/**
 * Buffers that are used again: memory outside of V8 is what its slow collection of garbage is started for, and small files
 * come by the thousand.
 */
export function createBuffers() {
  const free: Buffer<ArrayBuffer>[] = [];
  return {
    /** A buffer with room for one byte more behind it. */
    take(bytes: number): Buffer<ArrayBuffer> {
      const index = free.findIndex(({ length }) => length > bytes);
      const [found = Buffer.allocUnsafeSlow((Math.floor(bytes / step) + 1) * step)] =
        index === -1 ? [] : free.splice(index, 1);
      return found.subarray(0, bytes);
    },
    giveBack(buffer: Buffer<ArrayBuffer>): void {
      free.push(Buffer.from(buffer.buffer));
    },
  };
}

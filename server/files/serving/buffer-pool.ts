/** A buffer on loan. Settled once; one that the system may still be reading is never reused. */
export type Loan = { readonly buffer: Buffer; readonly settle: (isReusable: boolean) => void };

export type BufferPool = ReturnType<typeof createBufferPool>;

type Options = {
  readonly largeBytes: number;
  readonly smallBytes: number;
  readonly mostLarge: number;
  readonly allocate?: (bytes: number) => Buffer;
};

const usualBuffers: Options = { largeBytes: 1024 * 1024, smallBytes: 128 * 1024, mostLarge: 128 };
const kept = 16;

/** Large buffers for the first transfers, then small ones, so that a crowd of slow readers stays cheap. */
export function createBufferPool(options: Options = usualBuffers) {
  const { largeBytes, smallBytes, mostLarge, allocate = Buffer.allocUnsafeSlow } = options;
  const free: Buffer[] = [];
  let large = 0;
  let small = 0;
  const lendLarge = (): Loan => {
    const buffer = free.pop() ?? allocate(largeBytes);
    large += 1;
    return {
      buffer,
      settle(isReusable) {
        large -= 1;
        if (isReusable && free.length < kept) free.push(buffer);
      },
    };
  };
  const lendSmall = (): Loan => {
    small += 1;
    return {
      buffer: allocate(smallBytes),
      settle() {
        small -= 1;
      },
    };
  };
  return {
    lend: () => (large < mostLarge ? lendLarge() : lendSmall()),
    lentBytes: () => large * largeBytes + small * smallBytes,
  };
}

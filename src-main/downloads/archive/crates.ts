const crateBytes = 2 * 1024 * 1024;
/** More than that wait to be stored, so the network waits for them. */
const mostAway = 2;

/** Contents of files, one behind the other in memory that threads share. */
export type Crate<E> = {
  readonly memory: SharedArrayBuffer;
  readonly packed: readonly { readonly entry: E; readonly at: number; readonly bytes: number }[];
};

/**
 * Packs contents that arrive one after the other into crates, and sends each away once it is full. Their memory is used
 * again: what is outside of V8 is what its slow collection of garbage is started for, and small files come by the thousand.
 */
export function createCrates<E>(send: (crate: Crate<E>) => Promise<void>) {
  const free: SharedArrayBuffer[] = [];
  const away = new Set<Promise<void>>();
  let memory = new SharedArrayBuffer(crateBytes);
  let packed: { readonly entry: E; readonly at: number; readonly bytes: number }[] = [];
  let filled = 0;
  let failed: Promise<void> | null = null;

  function sendAway(): void {
    const crate = { memory, packed };
    const sent = send(crate).finally(() => {
      away.delete(sent);
      free.push(crate.memory);
    });
    sent.catch(() => {
      failed ??= sent; // the next caller that asks for room, or waits for all, gets the error
    });
    away.add(sent);
    packed = [];
    filled = 0;
  }

  return {
    /** Room for the content of the next entry. */
    take(bytes: number): Buffer<SharedArrayBuffer> {
      if (filled + bytes > memory.byteLength) {
        if (packed.length > 0) {
          sendAway();
          memory = free.pop() ?? new SharedArrayBuffer(crateBytes);
        }
        if (bytes > memory.byteLength) memory = new SharedArrayBuffer(bytes);
      }
      return Buffer.from(memory, filled, bytes);
    },
    /** That content is there. */
    add(entry: E, { length }: Uint8Array): void {
      packed.push({ entry, at: filled, bytes: length });
      filled += length;
    },
    /** What to wait for before there is more; it rejects with what a sending threw. */
    room: (): Promise<void> | undefined => failed ?? (away.size >= mostAway ? Promise.race(away) : undefined),
    /** Sends what is left; resolves once all were taken, and rejects with what any sending threw. */
    async finish(): Promise<void> {
      if (packed.length > 0) {
        sendAway();
        memory = new SharedArrayBuffer(0);
      }
      await Promise.allSettled(away);
      await failed;
    },
  };
}

const crateBytes = 2 * 1024 * 1024;
/** The network pauses while more crates than this wait to be stored. */
const mostAway = 2;

/** Contents of files, consecutive in memory that threads share. */
export type Crate<E> = {
  readonly memory: SharedArrayBuffer;
  readonly packed: readonly { readonly entry: E; readonly at: number; readonly bytes: number }[];
};

/** Packs small files into crates, sent when full. Reuses memory: new external memory triggers V8's slow collection. */
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
      failed ??= sent; // the next call of `room` or `finish` gets the error
    });
    away.add(sent);
    packed = [];
    filled = 0;
  }

  return {
    /** Returns memory for the content of the next entry. */
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
    /** Call once the content is complete. */
    add(entry: E, { length }: Uint8Array): void {
      packed.push({ entry, at: filled, bytes: length });
      filled += length;
    },
    /** Await this before adding more; it rejects with the error of a send. */
    room: (): Promise<void> | undefined => failed ?? (away.size >= mostAway ? Promise.race(away) : undefined),
    /** Sends the rest. Resolves once all are stored, and rejects with the error of any send. */
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

import { createHash, type Hash } from 'node:crypto';

type Range = { readonly start: number; readonly end: number };

/** More than arrives in a turn of the event loop, yet quick enough to hash without a noticeable delay. */
const stepBytes = 4 * 1024 * 1024;

/** Computes the SHA-256 while receiving, and an earlier run's part in parallel: little is left after the last byte. */
export function createRunningHash(read: (range: Range, visit: (piece: Uint8Array) => void) => Promise<void>) {
  let hash: Hash = createHash('sha256');
  let hashed = 0;
  let stored = 0;
  let catchingUp: Promise<void> | null = null;
  let isStopped = false;

  function add(piece: Uint8Array): void {
    hash.update(piece);
    hashed += piece.length;
  }

  async function catchUp(): Promise<void> {
    const own = hash;
    while (hashed < stored && hash === own && !isStopped) {
      const before = hashed;
      const range = { start: hashed, end: Math.min(hashed + stepBytes, stored) };
      await read(range, (piece) => {
        if (hash === own) add(piece);
      });
      if (hashed === before) return; // the file was truncated
    }
  }

  function begin(): Promise<void> {
    catchingUp ??= catchUp().finally(() => {
      catchingUp = null;
    });
    return catchingUp;
  }

  return {
    /** Call after storing a piece right after the last one. */
    append(chunk: Uint8Array, position: number): void {
      stored = position + chunk.length;
      if (hashed === position && catchingUp === null) add(chunk);
      else begin().catch(() => undefined); // `digest` hits the error again
    },
    /** Starts over because stored bytes have changed. */
    forget(): void {
      hash = createHash('sha256');
      hashed = 0;
      stored = 0;
    },
    /** Returns the SHA-256 of the first bytes, all of which are stored. */
    async digest(bytes: number): Promise<string> {
      stored = bytes;
      await catchingUp?.catch(() => undefined);
      await begin();
      return hash.copy().digest('hex');
    },
    async stop(): Promise<void> {
      isStopped = true;
      await catchingUp?.catch(() => undefined);
    },
  };
}

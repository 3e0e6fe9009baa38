import { createHash, type Hash } from 'node:crypto';

type Range = { readonly start: number; readonly end: number };

/** Read at once: more than arrives in a turn of the event loop, and short enough to hash without a noticeable wait. */
const stepBytes = 4 * 1024 * 1024;

type RunningHash = {
  /** A piece has been stored at its position, which is where the last one ended. */
  readonly append: (chunk: Uint8Array, position: number) => void;
  /** What was stored has changed: everything is read again. */
  readonly forget: () => void;
  /** The SHA-256 of the first bytes, all of which are stored. */
  readonly digest: (bytes: number) => Promise<string>;
  /** Resolves once nothing is being read. */
  readonly stop: () => Promise<void>;
};

/**
 * The SHA-256 of a file that is being received. What an earlier run left is read while more arrives, so that little or
 * nothing is left to read once the last byte is there.
 */
export function createRunningHash(
  read: (range: Range, visit: (piece: Uint8Array) => void) => Promise<void>,
): RunningHash {
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
      if (hashed === before) return; // the file has become shorter
    }
  }

  function begin(): Promise<void> {
    catchingUp ??= catchUp().finally(() => {
      catchingUp = null;
    });
    return catchingUp;
  }

  return {
    append(chunk, position) {
      stored = position + chunk.length;
      if (hashed === position && catchingUp === null) return add(chunk);
      begin().catch(() => undefined); // the digest's caller meets the fault again
    },
    forget() {
      hash = createHash('sha256');
      hashed = 0;
      stored = 0;
    },
    async digest(bytes) {
      stored = bytes;
      await catchingUp?.catch(() => undefined);
      await begin();
      return hash.copy().digest('hex');
    },
    async stop() {
      isStopped = true;
      await catchingUp?.catch(() => undefined);
    },
  };
}

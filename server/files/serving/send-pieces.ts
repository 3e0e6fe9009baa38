import type { ServerResponse } from 'node:http';
import type { ByteRange } from '../byte-ranges.ts';
import type { BufferPool, Loan } from './buffer-pool.ts';

/** Hands chunks to a client that may leave at any time. */
type ClientWriter = {
  readonly isGone: () => boolean;
  /** Calls back when the chunk is with the system, and its memory free again; never when the client has left. */
  readonly write: (chunk: Uint8Array | string, onFree?: () => void) => void;
  /** Resolves when something was freed, or the client has left. */
  readonly change: () => Promise<void>;
};

function createClientWriter(response: ServerResponse): ClientWriter {
  let isGone = response.destroyed;
  let wake: (() => void) | null = null;
  const announce = () => {
    wake?.();
    wake = null;
  };
  response.once('close', () => {
    isGone = true;
    announce();
  });
  response.on('error', () => undefined); // 'close' follows
  return {
    isGone: () => isGone,
    write(chunk, onFree) {
      response.write(chunk, (error) => {
        if (error || isGone) return;
        onFree?.();
        announce();
      });
    },
    change: () =>
      new Promise((resolve) => {
        if (isGone) resolve();
        else wake = resolve;
      }),
  };
}

/** Our own text, or a part of the file. */
export type Piece = string | ByteRange;

/** Where the bytes come from. */
export type PieceSource = {
  /** Reads into the beginning of the loan; answers how many bytes, 0 at the end. The range continues to `end`. */
  readonly read: (loan: Loan, length: number, position: number, end: number) => Promise<number>;
  /** Asked before the last bytes of a range are sent. */
  readonly isUnchanged: () => Promise<boolean>;
};

type Transfer = {
  readonly pieces: readonly Piece[];
  readonly source: PieceSource;
  readonly pool: BufferPool;
  readonly buffersAtOnce?: number;
  /** Told how many bytes of the file went to the system, as they go. */
  readonly onSent?: (bytes: number) => void;
};

/** Buffers that go round: one is read into while the other is on its way to the client. */
function createRing(pool: BufferPool, writer: ClientWriter, buffersAtOnce: number) {
  const loans = new Set<Loan>();
  const free: Loan[] = [];
  return {
    async take(): Promise<Loan | null> {
      if (free.length === 0 && loans.size < buffersAtOnce) {
        const loan = pool.lend();
        loans.add(loan);
        return loan;
      }
      while (free.length === 0 && !writer.isGone()) await writer.change();
      return free.pop() ?? null;
    },
    give: (loan: Loan) => void free.push(loan),
    /** Waits for what is on its way; buffers of a client that left may still be in use and are dropped. */
    async settle() {
      while (free.length < loans.size && !writer.isGone()) await writer.change();
      for (const loan of loans) loan.settle(free.includes(loan));
    },
  };
}

/**
 * Sends pieces of a file through a few reused buffers. False when the client left. Throws, before the last bytes are sent,
 * when the file was changed or became shorter: the connection must break then, so that nothing wrong looks whole.
 */
export async function sendPieces(response: ServerResponse, transfer: Transfer): Promise<boolean> {
  const { pieces, source, pool, buffersAtOnce = 2, onSent } = transfer;
  const writer = createClientWriter(response);
  const ring = createRing(pool, writer, buffersAtOnce);

  async function sendRange({ start, end }: ByteRange): Promise<void> {
    for (let position = start; position <= end; ) {
      const loan = await ring.take();
      if (loan === null) return;
      const length = Math.min(loan.buffer.length, end - position + 1);
      const count = await source.read(loan, length, position, end).catch((error: unknown) => {
        ring.give(loan);
        throw error;
      });
      position += count;
      const isLast = position > end;
      if (count === 0 || (isLast && !(await source.isUnchanged()))) {
        ring.give(loan);
        throw new Error('the file was changed while it was sent');
      }
      writer.write(loan.buffer.subarray(0, count), () => {
        ring.give(loan);
        onSent?.(count);
      });
    }
  }

  try {
    for (const piece of pieces) {
      if (writer.isGone()) return false;
      if (typeof piece === 'string') writer.write(piece);
      else await sendRange(piece);
    }
    return !writer.isGone();
  } finally {
    await ring.settle();
  }
}

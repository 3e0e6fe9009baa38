import type { ServerResponse } from 'node:http';
import type { ByteRange } from '../byte-ranges.ts';
import type { BufferPool, Loan } from './buffer-pool.ts';

/** Writes chunks to a client that can disconnect at any time. */
type ClientWriter = {
  readonly isGone: () => boolean;
  /** Calls back once the system has the chunk and its memory is free again; never if the client has disconnected. */
  readonly write: (chunk: Uint8Array | string, onFree?: () => void) => void;
  /** Resolves once a chunk is freed or the client has disconnected. */
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

/** Our own text, or a range of the file. */
export type Piece = string | ByteRange;

export type PieceSource = {
  /** Reads into the start of the loan; returns the number of bytes, 0 at the end. The range continues to `end`. */
  readonly read: (loan: Loan, length: number, position: number, end: number) => Promise<number>;
  /** Called before the last bytes of a range are sent. */
  readonly isUnchanged: () => Promise<boolean>;
};

type Transfer = {
  readonly pieces: readonly Piece[];
  readonly source: PieceSource;
  readonly pool: BufferPool;
  readonly buffersAtOnce?: number;
  /** Called with the number of file bytes passed to the system, as they go. */
  readonly onSent?: (bytes: number) => void;
};

/** Buffers in rotation: one is filled while another is being sent. */
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
    /** Waits for chunks in flight; a disconnected client's buffers may still be in use, so they are dropped. */
    async settle() {
      while (free.length < loans.size && !writer.isGone()) await writer.change();
      for (const loan of loans) loan.settle(free.includes(loan));
    },
  };
}

/**
 * Sends pieces of a file through a few reused buffers. False if the client disconnected. Throws before the last bytes
 * if the file was changed or truncated: the connection must then break, so that wrong content never looks complete.
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

import type { IncomingMessage } from 'node:http';
import type { BucketClient } from '../../base/bucket/bucket-client.ts';
import type { FoundObject } from '../../base/bucket/listing.ts';
import type { ByteRange } from '../byte-ranges.ts';

/** Reads an object from front to back, over one request where what is wanted hangs together. */
type ObjectReader = {
  /** Asks the store for a part; null only makes sure that the object is there. */
  readonly begin: (range: ByteRange | null) => Promise<void>;
  /** Reads some bytes from `position` on into `bytes`; what is wanted after that continues to `end`. */
  readonly read: (bytes: Uint8Array, position: number, end: number) => Promise<number>;
  readonly close: () => void;
};

const mostBreaks = 3;

type Opened = {
  readonly answer: IncomingMessage;
  readonly chunks: AsyncIterator<Buffer>;
  readonly end: number;
};

/** A transfer that breaks off continues where it was; the store gives the same object or none. */
export function createObjectReader(client: Pick<BucketClient, 'open'>, object: FoundObject): ObjectReader {
  const { key, etag, size } = object;
  let opened: Opened | null = null;
  /** Bytes that came and were not asked for yet. */
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;

  function close(): void {
    opened?.answer.destroy();
    opened = null;
    rest = Buffer.alloc(0);
  }

  async function openAt(range: ByteRange): Promise<Opened> {
    close();
    const answer = await client.open({ key, etag, size, range });
    answer.on('error', () => undefined); // the reader gets the error
    position = range.start;
    return { answer, chunks: answer[Symbol.asyncIterator](), end: range.end };
  }

  async function readMore(range: ByteRange): Promise<boolean> {
    if (opened === null || position !== range.start) opened = await openAt(range);
    if (rest.length > 0) return true;
    const { value, done } = await opened.chunks.next();
    if (done) return false;
    rest = value;
    return true;
  }

  async function requireMore(range: ByteRange): Promise<void> {
    for (let breaks = 0; ; breaks += 1) {
      try {
        if (await readMore(range)) return;
        throw new Error('the store ended the object too early');
      } catch (error) {
        close();
        if (breaks === mostBreaks || (error instanceof Error && 'status' in error)) throw error;
      }
    }
  }

  /** An object that was read to its end passes its connection on to the next. */
  async function leaveConnection(): Promise<void> {
    if (opened === null || position <= opened.end) return;
    const { chunks } = opened;
    opened = null;
    await chunks.next().catch(() => undefined);
  }

  return {
    async begin(range) {
      if (range !== null) opened = await openAt(range);
      else (await client.open({ method: 'HEAD', key, etag, size })).resume();
    },
    async read(bytes, from, end) {
      if (from > end) return 0;
      await requireMore({ start: from, end });
      const count = Math.min(bytes.length, rest.length);
      bytes.set(rest.subarray(0, count));
      rest = rest.subarray(count);
      position = from + count;
      await leaveConnection();
      return count;
    },
    close,
  };
}

import type { IncomingMessage } from 'node:http';
import type { BucketClient } from '../../base/bucket/bucket-client.ts';
import type { FoundObject } from '../../base/bucket/listing.ts';
import type { ByteRange } from '../byte-ranges.ts';

/** Reads an object in order, over one request as long as reads are contiguous. */
type ObjectReader = {
  /** Requests a part; null only checks that the object exists. */
  readonly begin: (range: ByteRange | null) => Promise<void>;
  /** Reads some bytes from `position` into `bytes`; later reads will continue to `end`. */
  readonly read: (bytes: Uint8Array, position: number, end: number) => Promise<number>;
  readonly close: () => void;
};

const mostBreaks = 3;

type Opened = {
  readonly answer: IncomingMessage;
  readonly chunks: AsyncIterator<Buffer>;
  readonly end: number;
};

/** Resumes a broken transfer where it stopped; the store gives the same object or none. */
export function createObjectReader(client: Pick<BucketClient, 'open'>, object: FoundObject): ObjectReader {
  const { key, etag, size } = object;
  let opened: Opened | null = null;
  /** Bytes received but not read yet. */
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

  /** A fully read object leaves its connection to the next one. */
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

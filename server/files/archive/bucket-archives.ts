import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { markOf } from '../../base/storage/file-mark.ts';
import type { BucketFiles } from '../bucket/bucket-files.ts';
import type { ArchivePlan } from './archive-plan.ts';
import type { ArchiveJob, ArchiveReaders } from './archive-threads.ts';
import { findEntry } from './fill-archive.ts';

/** Bytes of an archive from one source. */
type Segment = { readonly bytes: Promise<Buffer>; readonly length: number };

const segmentBytes = 2 * 1024 * 1024;
const aheadOfOne = { segments: 16, bytes: 32 * 1024 * 1024 };
/** Read-ahead limit for all archives together; beyond it, each reads one piece at a time. */
const mostAhead = 256 * 1024 * 1024;

async function readDisk(
  place: string,
  expected: { size: number; mark: bigint },
  start: number,
  length: number,
) {
  const handle = await open(place, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await handle.read(bytes, 0, length, start);
    const stats = await handle.stat({ bigint: true });
    const isSame = stats.size === BigInt(expected.size) && markOf(stats, place) === expected.mark;
    if (bytesRead !== length || !isSame)
      throw new Error(`${place} was changed after the archive was planned`);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Reads a response body into one buffer of its final size. */
async function readInto(length: number, answer: IncomingMessage): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const chunk of answer) filled += chunk.copy(bytes, filled);
  if (filled !== length) throw new Error(`the store sent ${filled} of ${length} bytes`);
  return bytes;
}

/** Reads archives with files from a bucket, several pieces at once because each request has latency. */
export function createBucketArchives({
  client,
  findAt,
  isAt,
}: Pick<BucketFiles, 'client' | 'findAt' | 'isAt'>) {
  let ahead = 0;
  let jobs = 0;

  async function readContent(
    plan: ArchivePlan,
    index: number,
    start: number,
    length: number,
  ): Promise<Buffer> {
    const place = plan.places[index] ?? '';
    const [size, mark] = [plan.sizes[index] ?? -1, plan.marks[index] ?? 0n];
    if (!isAt(place)) return readDisk(place, { size, mark }, start, length);
    const object = findAt(place, mark);
    if (object === null || object.size !== size)
      throw new Error(`${place} was changed after the archive was planned`);
    const range = { start, end: start + length - 1 };
    return readInto(length, await client.open({ key: object.key, etag: object.etag, size, range }));
  }

  /** The archive's bytes from `position`, up to `most` and the end of their source. */
  function segmentAt(plan: ArchivePlan, position: number, most: number): Segment {
    const index = findEntry(plan, position);
    const inEntry = position - (plan.starts[index] ?? 0);
    const headStart = plan.headStarts[index] ?? 0;
    const headEnd = plan.headStarts[index + 1] ?? plan.heads.length;
    const limit = Math.min(most, segmentBytes);
    const head = plan.heads.subarray(headStart + inEntry, Math.min(headEnd, headStart + inEntry + limit));
    if (head.length > 0) return { bytes: Promise.resolve(Buffer.from(head)), length: head.length };
    const start = inEntry - (headEnd - headStart);
    const length = Math.min(limit, (plan.sizes[index] ?? 0) - start);
    return { bytes: readContent(plan, index, start, length), length };
  }

  /** Reads an archive's bytes from `position` to `end` in order, with read-ahead. */
  function createFeed(plan: ArchivePlan, position: number, end: number) {
    const segments: Segment[] = [];
    let next = position;
    let own = 0;
    let current: Buffer = Buffer.alloc(0);

    const mayGoOn = () =>
      segments.length === 0 ||
      (segments.length < aheadOfOne.segments &&
        own + segmentBytes <= aheadOfOne.bytes &&
        ahead + segmentBytes <= mostAhead);

    function fill(): void {
      while (next <= end && mayGoOn()) {
        const segment = segmentAt(plan, next, end - next + 1);
        segment.bytes.catch(() => undefined); // reported when its turn comes
        segments.push(segment);
        next += segment.length;
        own += segment.length;
        ahead += segment.length;
      }
    }
    function forget(length: number): void {
      own -= length;
      ahead -= length;
    }

    return {
      end,
      async read(bytes: Uint8Array): Promise<void> {
        for (let filled = 0; filled < bytes.length; ) {
          fill();
          const [first] = segments;
          if (current.length === 0 && first) current = await first.bytes;
          const count = Math.min(current.length, bytes.length - filled);
          bytes.set(current.subarray(0, count), filled);
          current = current.subarray(count);
          filled += count;
          if (current.length > 0) continue;
          segments.shift();
          forget(first?.length ?? 0);
        }
      },
      close: () => forget(own),
    };
  }

  function start(plan: ArchivePlan): ArchiveJob {
    let feed: ReturnType<typeof createFeed> | null = null;
    let expected = -1;
    jobs += 1;
    return {
      async read(memory, length, position, end) {
        if (feed === null || position !== expected || end !== feed.end) {
          feed?.close();
          feed = createFeed(plan, position, end);
        }
        expected = position + length;
        await feed.read(new Uint8Array(memory, 0, length));
      },
      end() {
        feed?.close();
        feed = null;
        jobs -= 1;
      },
    };
  }

  return {
    /** Reads archives with a file in the bucket, and passes all others to `disk`. */
    over: (disk: ArchiveReaders): ArchiveReaders => ({
      start: (plan) => (plan.places.some(isAt) ? start(plan) : disk.start(plan)),
    }),
    /** Bytes requested or received but not sent yet. */
    aheadBytes: () => ahead,
    jobs: () => jobs,
  };
}

import type { OpenBody } from '../../../platform/network/open-body.ts';
import type { Bandwidth } from '../bandwidth.ts';
import type { PlannedFile } from '../plan.ts';
import { type Crate, createCrates } from './crates.ts';
import { createArchiveSplitter } from './split-archive.ts';
import { estimateDirectory, readZipDirectory, type ZipPlace } from './zip-directory.ts';

type FetchArchiveOptions = {
  readonly http: { readonly openBody: OpenBody };
  readonly url: string;
  readonly signal: AbortSignal;
  readonly stallTimeout: number;
  readonly files: readonly PlannedFile[];
  /** Names of all files that the archive should contain. */
  readonly names: readonly string[];
  readonly bandwidth?: Bandwidth | undefined;
  /** Stores unverified contents; the next ones are received before it resolves. */
  readonly store: (crate: Crate<PlannedFile>) => Promise<void>;
};

type Entry = ZipPlace & { readonly file: PlannedFile };

/** The largest gap of unwanted bytes to receive rather than send another request. */
const widestGap = 256 * 1024;
/** Smaller downloads share connections. */
const largeBytes = 4 * 1024 * 1024;

/** The longest local header of an entry. With a longer one, the response would be too short. */
const longestHead = ({ relativePath }: PlannedFile) => 30 + Buffer.byteLength(relativePath) + 64;

/** Requests a range. With an ETag, the content must be the same as before. */
async function openRange(options: FetchArchiveOptions, range: string, bytes: number, etag?: string) {
  const { http, url, signal, stallTimeout } = options;
  const wanted = { range: `bytes=${range}`, ...(etag !== undefined && { 'if-range': etag }) };
  const isLarge = bytes >= largeBytes;
  const stream = await http.openBody(url, { signal, stallTimeout, isLarge, headers: wanted });
  try {
    const { statusCode, headers } = stream;
    const [, start, totalBytes] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    if (statusCode !== 206 || start === undefined)
      throw new Error(`${new URL(url).host} answered ${statusCode} for a range of an archive`);
    return { stream, start: Number(start), totalBytes: Number(totalBytes), etag: headers.etag };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

async function readDirectory(options: FetchArchiveOptions) {
  const bytes = estimateDirectory(options.names);
  const { stream, totalBytes, etag } = await openRange(options, `-${bytes}`, bytes);
  try {
    const chunks: Buffer[] = [];
    await stream.visit((piece) => {
      chunks.push(Buffer.from(piece));
      return undefined;
    });
    const places = readZipDirectory(Buffer.concat(chunks), totalBytes);
    if (places === null) throw new Error('the directory of the archive is longer than planned');
    return { places, etag };
  } finally {
    stream.destroy();
  }
}

/** Groups entries into one request each, in archive order. */
function toRuns(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    const run = runs.at(-1);
    if (run !== undefined && entry.offset - end <= widestGap) run.push(entry);
    else runs.push([entry]);
    end = entry.offset + entry.sizeBytes;
  }
  return runs;
}

async function receiveRun(options: FetchArchiveOptions, run: readonly Entry[], etag?: string): Promise<void> {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return;
  const { signal, bandwidth, store } = options;
  const end = last.offset + longestHead(last.file) + last.sizeBytes;
  const { stream, start } = await openRange(options, `${first.offset}-${end - 1}`, end - first.offset, etag);
  const crates = createCrates(store);
  try {
    if (start !== first.offset) throw new Error('the archive begins elsewhere');
    const onEntry = ({ file }: Entry, content: Uint8Array) => crates.add(file, content);
    const splitter = createArchiveSplitter(start, run, onEntry, crates.take);
    await stream.visit((piece) => {
      splitter.push(piece);
      const taken = bandwidth?.take(piece.length, signal);
      const room = crates.room();
      return room ? Promise.all([room, taken]) : taken;
    });
    if (!splitter.isDone()) throw new Error('the archive ended too early');
  } finally {
    stream.destroy();
    await crates.finish();
  }
}

/** Receives many small files from one archive, skipping what it lacks. After an error, files passed to `store` stay. */
export async function fetchArchive(options: FetchArchiveOptions): Promise<void> {
  const { places, etag } = await readDirectory(options);
  const entries = options.files.flatMap((file) => {
    const place = places.get(file.relativePath);
    return place?.sizeBytes === file.sizeBytes ? [{ ...place, file }] : [];
  });
  for (const run of toRuns(entries)) await receiveRun(options, run, etag);
}

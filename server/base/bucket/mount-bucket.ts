import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type BucketSettings, rootOf } from '../../config/bucket.ts';
import { entryFile } from '../threads/start.ts';
import { type FetchData, type Fetched, type Fetching, signalPlaces } from './fetch-protocol.ts';
import { mountLibrary } from './library-disk.ts';
import { type FoundObject, type Listing, openListing } from './listing.ts';

/** Bytes of copies that one thread caches; a larger file stays until the next one is fetched. */
const keptBytes = 256 * 1024 ** 2;
const lookEvery = 500;

/** Where this process stores its copies of objects. */
const readingFolder = ({ folder }: BucketSettings) => path.join(folder, `reading-${process.pid}`);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes the copies of processes that have ended, and of this one, whose threads have not started yet. */
export function removeCopies(settings: BucketSettings): void {
  for (const name of existsSync(settings.folder) ? readdirSync(settings.folder) : []) {
    const pid = Number(/^reading-(\d+)$/.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !isAlive(pid)))
      rmSync(path.join(settings.folder, name), { recursive: true, force: true });
  }
}

const isFetched = (message: unknown): message is Fetched =>
  typeof message === 'object' && message !== null && 'error' in message;

/** Fetches objects on another thread while this one blocks. */
function createBlockingFetch(settings: BucketSettings, onWait: () => void) {
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * 2));
  const { port1, port2 } = new MessageChannel();
  const workerData: FetchData = { settings, port: port2, signal };
  const worker = new Worker(entryFile('fetch-thread'), { workerData, transferList: [port2] });
  worker.unref();
  port1.unref();
  // An error of the worker must not crash this thread; the wait below times out.
  worker.on('error', () => undefined);

  return (wanted: Fetching): Fetched => {
    const before = Atomics.load(signal, signalPlaces.answers);
    port1.postMessage(wanted);
    let progress = -1;
    let lastProgress = performance.now();
    while (Atomics.wait(signal, signalPlaces.answers, before, lookEvery) === 'timed-out') {
      const now = Atomics.load(signal, signalPlaces.progress);
      if (now !== progress) lastProgress = performance.now();
      progress = now;
      onWait();
      // Far longer than the fetching thread waits for the store itself.
      if (performance.now() - lastProgress > settings.patienceMs * 5)
        throw Object.assign(new Error('the store says nothing any more'), { code: 'ETIMEDOUT' });
    }
    const { message } = receiveMessageOnPort(port1) ?? { message: null };
    if (!isFetched(message)) throw new Error('the thread that fetches objects answered nothing');
    return message;
  };
}

type Copy = { readonly file: string; readonly etag: string; readonly size: number };

/** Local copies of objects, for a thread that reads one after the other. */
function createCopies(settings: BucketSettings, onWait: () => void) {
  const copies = new Map<string, Copy>();
  let folder: string | null = null;
  let fetchNow: ReturnType<typeof createBlockingFetch> | null = null;
  let made = 0;
  let bytes = 0;

  function drop(key: string, { file, size }: Copy): void {
    rmSync(file, { force: true });
    copies.delete(key);
    bytes -= size;
  }

  function makeRoom(size: number): void {
    for (const [key, copy] of copies) {
      if (bytes + size <= keptBytes) return;
      drop(key, copy);
    }
  }

  return {
    get({ key, etag, size, modified, stamp }: FoundObject): string {
      const known = copies.get(key);
      if (known?.etag === etag) return known.file;
      if (known) drop(key, known);
      makeRoom(size);
      mkdirSync(readingFolder(settings), { recursive: true, mode: 0o700 });
      folder ??= mkdtempSync(path.join(readingFolder(settings), 'thread-'));
      fetchNow ??= createBlockingFetch(settings, onWait);
      made += 1;
      const file = path.join(folder, String(made));
      const { error } = fetchNow({ key, etag, size, target: file });
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      // Same object, same time: a file that crashed a process is recognised again.
      const at = Math.floor(modified / 1000) + Number(stamp % 1000n) / 1000;
      utimesSync(file, at, at);
      copies.set(key, { file, etag, size });
      bytes += size;
      return file;
    },
    close() {
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lets synchronous code of this thread read the bucket like a folder, using `listing` or opening its own. */
export function mountBucket(settings: BucketSettings, { onWait = () => undefined, listing }: Options = {}) {
  const own = listing ?? openListing(settings);
  const copies = createCopies(settings, onWait);
  const unmount = mountLibrary(rootOf(settings), {
    list: own.list,
    look: own.look,
    fetch(inside) {
      const found = own.find(inside);
      if (found) return copies.get(found);
      throw Object.assign(new Error(`ENOENT: the bucket has no "${inside}"`), { code: 'ENOENT' });
    },
  });
  return {
    listing: own,
    close() {
      unmount();
      copies.close();
      if (!listing) own.close();
    },
  };
}

type Options = {
  /** Called every half second while the thread waits for an object. */
  readonly onWait?: () => void;
  readonly listing?: Listing;
};

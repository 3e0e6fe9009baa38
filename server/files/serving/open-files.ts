import { type BigIntStats, read } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from '../byte-ranges.ts';
import type { LibraryFiles } from '../library-files.ts';
import type { Expected, InFolder } from '../unchanged-files.ts';

/** Fills `bytes` from `position` on; returns 0 at the end of the file. */
function readDescriptor(descriptor: number, bytes: Uint8Array, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, bytes, 0, bytes.length, position, (error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}

/** An open file that matches the inventory; release it once. */
export type Lease = {
  /** Reads up to `bytes.length` bytes from `position`; 0 at the end of the file. The next read continues there, up to `end`. */
  readonly read: (bytes: Uint8Array, position: number, end: number) => Promise<number>;
  /** For files that are not on disk: ensures that a part (null for none) is available, before the response starts. */
  readonly begin?: (range: ByteRange | null) => Promise<void>;
  readonly modified: Date;
  /** False if the file was written since it was leased, so the last read may be other bytes. */
  readonly isUnchanged: () => Promise<boolean>;
  readonly release: () => void;
};

export type OpenFiles = {
  /** Throws FILE_HOST_UNAVAILABLE if the file does not match the inventory. */
  readonly lease: (model: InFolder, file: Expected) => Promise<Lease>;
  readonly report: NonNullable<LibraryFiles['report']>;
  readonly count: () => number;
  readonly close: () => Promise<void>;
};

type Entry = { readonly handle: FileHandle; users: number; usedAt: number; isRetired: boolean };
type Options = { readonly most?: number; readonly idleMs?: number };

/** Caches descriptors of files that are requested again; each use checks that the file is unchanged. */
export function createOpenFiles(
  libraryFiles: LibraryFiles,
  { most = 256, idleMs = 10_000 }: Options = {},
): OpenFiles {
  const entries = new Map<string, Promise<Entry>>();
  const settled = new Map<string, Entry>();
  const open = new Set<Entry>();

  const closeIfUnused = (entry: Entry) => {
    if (!entry.isRetired || entry.users > 0 || !open.delete(entry)) return;
    entry.handle.close().catch(() => undefined);
  };
  const retire = (key: string, entry: Entry) => {
    if (settled.get(key) === entry) {
      settled.delete(key);
      entries.delete(key);
    }
    entry.isRetired = true;
    closeIfUnused(entry);
  };
  const retireIdle = (isDue: (entry: Entry) => boolean) => {
    for (const [key, entry] of settled) if (entry.users === 0 && isDue(entry)) retire(key, entry);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    retireIdle((entry) => now - entry.usedAt > idleMs);
  }, idleMs / 2).unref();

  const openEntry = async (key: string, model: InFolder, file: Expected): Promise<Entry> => {
    const handle = await libraryFiles.open(model, file);
    const entry: Entry = { handle, users: 0, usedAt: performance.now(), isRetired: false };
    open.add(entry);
    settled.set(key, entry);
    if (settled.size > most) retireIdle((other) => other !== entry && settled.size > most);
    return entry;
  };
  const find = (key: string, model: InFolder, file: Expected) => {
    const known = entries.get(key);
    if (known) return known;
    const opening = openEntry(key, model, file);
    entries.set(key, opening);
    opening.catch(() => entries.delete(key));
    return opening;
  };
  const toLease = (entry: Entry, found: BigIntStats): Lease => ({
    read: (bytes, position) => readDescriptor(entry.handle.fd, bytes, position),
    modified: found.mtime,
    async isUnchanged() {
      const now = await entry.handle.stat({ bigint: true });
      // The modification time can be set back.
      return now.ctimeNs === found.ctimeNs && now.mtimeNs === found.mtimeNs && now.size === found.size;
    },
    release() {
      entry.users -= 1;
      entry.usedAt = performance.now();
      closeIfUnused(entry);
    },
  });

  const leaseOnce = async (key: string, model: InFolder, file: Expected) => {
    const entry = await find(key, model, file);
    entry.users += 1;
    try {
      const found = await entry.handle.stat({ bigint: true });
      await libraryFiles.requireSame(model, file, { found, handle: entry.handle });
      return toLease(entry, found);
    } catch (error) {
      entry.users -= 1;
      retire(key, entry);
      throw error;
    }
  };
  return {
    async lease(model, file) {
      // Another derived file of the same name has another SHA-256.
      const key = `${model.folder}/${file.relativePath}${file.derived ? ` ${file.sha256}` : ''}`;
      const wasOpen = entries.has(key);
      try {
        return await leaseOnce(key, model, file);
      } catch (error) {
        // A cached descriptor may be of a file that was replaced since; a fresh one decides.
        if (wasOpen) return leaseOnce(key, model, file);
        throw error;
      }
    },
    report: (model, file) => libraryFiles.report?.(model, file),
    count: () => open.size,
    async close() {
      clearInterval(timer);
      for (const [key, entry] of settled) retire(key, entry);
    },
  };
}

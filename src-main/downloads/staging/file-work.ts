import { hash } from 'node:crypto';
import { closeSync, constants, fsync, lstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { renamePatientlySync } from '../../platform/storage/files.ts';

export type FileToStore = {
  readonly at: number;
  readonly bytes: number;
  readonly sha256: string;
  /** The path while the file is incomplete or not yet synced. */
  readonly part: string;
  readonly whole: string;
};

export type FileToMove = { readonly from: string; readonly to: string };

/** A system error that can cross threads. */
export type DiskFault = {
  readonly index: number;
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
};

export type FileOrder =
  | { readonly kind: 'store'; readonly memory: SharedArrayBuffer; readonly files: readonly FileToStore[] }
  | {
      readonly kind: 'move';
      readonly files: readonly FileToMove[];
      readonly longest: number;
    };

export type FileAnswer = {
  /** True for each file that reached its target. */
  readonly done: readonly boolean[];
  readonly fault: DiskFault | null;
};

const { O_CREAT, O_TRUNC, O_WRONLY, O_NOFOLLOW } = constants;
/** Creates a file without following links. */
const anew = O_CREAT | O_TRUNC | O_WRONLY | (O_NOFOLLOW ?? 0);

/** Files that wait for the disk concurrently. */
const lanes = 8;

const sync = promisify(fsync);

async function write(part: string, content: Buffer<SharedArrayBuffer>): Promise<void> {
  const handle = openSync(part, anew, 0o666);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(handle, content, at, content.length - at, at);
    await sync(handle);
  } finally {
    closeSync(handle);
  }
}

/** True if the disk has what was written; programs or shares may change it. `found` is a buffer to read into. */
function isOnDisk(part: string, content: Buffer<SharedArrayBuffer>, found: Buffer): boolean {
  const handle = openSync(part, 'r');
  try {
    const bytes = readSync(handle, found, 0, content.length + 1, 0);
    return bytes === content.length && content.compare(found, 0, bytes) === 0;
  } finally {
    closeSync(handle);
  }
}

/** Returns false, and leaves nothing, if the content is not the expected one. */
async function storeOne(
  memory: SharedArrayBuffer,
  { at, bytes, sha256, part, whole }: FileToStore,
  found: Buffer,
): Promise<boolean> {
  const content = Buffer.from(memory, at, bytes);
  if (hash('sha256', content) !== sha256) return false;
  await write(part, content);
  if (!isOnDisk(part, content, found)) {
    rmSync(part, { force: true });
    return false;
  }
  renamePatientlySync(part, whole);
  return true;
}

function toFault(error: unknown, index: number): DiskFault {
  const { code, syscall }: NodeJS.ErrnoException = Object(error);
  return { index, message: error instanceof Error ? error.message : String(error), code, syscall };
}

async function storeAll(memory: SharedArrayBuffer, files: readonly FileToStore[]): Promise<FileAnswer> {
  const found = Buffer.allocUnsafe(files.reduce((most, { bytes }) => Math.max(most, bytes), 0) + 1);
  const done = files.map(() => false);
  const left = files.entries();
  let fault: DiskFault | null = null;
  const work = async () => {
    for (const [index, file] of left) {
      if (fault !== null) return;
      try {
        done[index] = await storeOne(memory, file, found);
      } catch (error) {
        fault ??= toFault(error, index);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return { done, fault };
}

/** Renames files until a name is taken or time is up by either clock, as one of them stops during sleep. */
function moveAll(files: readonly FileToMove[], longest: number): FileAnswer {
  const [monotonic, wall] = [performance.now(), Date.now()];
  const done = files.map(() => false);
  for (const [index, { from, to }] of files.entries()) {
    if (performance.now() - monotonic >= longest || Math.abs(Date.now() - wall) >= longest) break;
    try {
      if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) break;
      renamePatientlySync(from, to);
      done[index] = true;
    } catch (error) {
      return { done, fault: toFault(error, index) };
    }
  }
  return { done, fault: null };
}

/** Runs in a thread: many small operations, each waiting for the disk. */
export const doFileWork = async (order: FileOrder): Promise<FileAnswer> =>
  order.kind === 'store' ? storeAll(order.memory, order.files) : moveAll(order.files, order.longest);

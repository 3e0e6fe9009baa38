import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { catalogueFileOf } from '../db/catalogue-file.ts';
import { type Db, openBeside } from '../db/open-database.ts';
import { codeOf, toStorageFault } from '../storage/storage-fault.ts';

/** A fixed name, so that a killed server leaves at most one file, which the next check removes. */
export const writeTestName = '.write-test';
/** Less free space than this counts as full: the database's log grows by pages, an upload by megabytes. */
const spareBytes = 1024 * 1024;
/** File descriptors that the threads reading the library need to start. */
const spareDescriptors = 48;

const identityOf = (file: string) => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};
const isRoot = process.getuid?.() === 0;

/** Does not open the database: closing it would drop SQLite's locks on it. */
function openSome(): void {
  const opened: number[] = [];
  try {
    for (let count = 0; count < spareDescriptors; count += 1) opened.push(openSync(process.execPath, 'r'));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

async function writeSome(folder: string): Promise<void> {
  const file = path.join(folder, writeTestName);
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(spareBytes));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** `db` is an open connection to the folder's database; it keeps the log in place. */
export function openDataFolderProbe(db: Db) {
  const folder = path.dirname(db.name);
  // Waiting for a lock would block the event loop.
  const own = openBeside(db.name, { timeout: 0 });
  own.pragma('synchronous = FULL');
  own.pragma('wal_autocheckpoint = 0');
  const begin = own.prepare('BEGIN IMMEDIATE');
  const rollback = own.prepare('ROLLBACK');
  const commit = own.prepare('COMMIT');
  const version = Number(own.pragma('user_version', { simple: true }));
  const known = [db.name, catalogueFileOf(db.name)]
    .flatMap((file) => [file, `${file}-wal`])
    .map((file) => [file, identityOf(file)] as const);

  const hasSpace = async () => {
    const { bavail, bfree, blocks, bsize } = await statfs(folder);
    return blocks === 0 || (isRoot ? bfree : bavail) * bsize >= spareBytes;
  };

  const isReadOnly = () => {
    try {
      accessSync(db.name, constants.W_OK);
      return false;
    } catch (error) {
      // Permissions revoked after a file was opened do not stop its writers.
      return codeOf(error) === 'EROFS';
    }
  };

  return {
    /** Whether the file system is read-only. One system call. */
    isReadOnly,
    /** Whether the paths of the database still lead to the open files. Two system calls, cheap enough for this thread. */
    isInPlace: () =>
      known.every(([file, identity]) => identity === undefined || identityOf(file) === identity),
    /** Whether another connection holds the write lock; never waits. */
    isLocked() {
      try {
        begin.run();
      } catch (error) {
        if (toStorageFault(error) === 'locked') return true;
        throw error;
      }
      rollback.run();
      return false;
    },
    /** Whether a change would probably fail, found out without making one. */
    async isSuspect() {
      return !(await hasSpace().catch(() => true)) || isReadOnly();
    },
    /** Writes, syncs and removes a file, opens several more, and commits to the database. Throws the first error. */
    async write() {
      openSome();
      await writeSome(folder);
      begin.run();
      try {
        own.pragma(`user_version = ${version}`); // rewriting the same value writes a page and changes nothing
        commit.run();
      } finally {
        if (own.inTransaction) rollback.run();
      }
    },
    close: () => own.close(),
  };
}

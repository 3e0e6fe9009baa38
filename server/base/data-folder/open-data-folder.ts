import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { codeOf, cureOf, toStorageFault } from '../storage/storage-fault.ts';
import { writeTestName } from './data-folder-probe.ts';

const spareBytes = 64 * 1024;

/** Writes and removes a file in the folder, creating the folder if missing; the system's error, or null. */
function tryFolder(dataDir: string): unknown {
  const file = path.join(dataDir, writeTestName);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, Buffer.alloc(spareBytes), { mode: 0o600 });
    } finally {
      rmSync(file, { force: true });
    }
    return null;
  } catch (error) {
    return error;
  }
}

const notAllowed = new Set(['EACCES', 'EPERM', 'SQLITE_CANTOPEN', 'SQLITE_READONLY']);
const notOurs = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);
const notAFolder = new Set(['EEXIST', 'ENOTDIR']);

/** Cause and cure in words; null if the folder is not the cause. */
function describe(error: unknown, dataDir: string): string | null {
  const database = path.join(dataDir, 'lodestock.db');
  // SQLite reports many causes with one message; the system's own error tells them apart.
  const ofSystem = tryFolder(dataDir);
  const [code, first] = [codeOf(error), codeOf(ofSystem)];
  const fault = toStorageFault(ofSystem ?? error);
  if (fault === 'full') return `There is no space left for the data folder ${dataDir}. ${cureOf('full')}`;
  if (fault === 'descriptors')
    return `The files in ${dataDir} cannot be opened: too many are open. ${cureOf('descriptors')}`;
  if (first === 'EROFS')
    return `The data folder ${dataDir} is on a read-only file system. ${cureOf('read-only')}`;
  if (notAFolder.has(first))
    return `The data folder ${dataDir} cannot be made, as there is a file of that name. Set LODESTOCK_DATA_DIR to a folder.`;
  if (notOurs.has(code))
    return `${database} is not a database of Lodestock, or it is damaged. Put a backup in its place (node server/main.ts restore FILE), or move the file away to start with an empty one.`;
  if (fault === 'locked')
    return `${database} is locked by another program. End it, or the second server on this data folder, then start again.`;
  if (notAllowed.has(first) || notAllowed.has(code))
    return `The user ${userInfo().username} may not write to ${ofSystem === null ? database : dataDir}. Give that user the folder and everything in it (chown -R), or set LODESTOCK_DATA_DIR to another one.`;
  if (fault !== null) return `${database} cannot be written (${code}). ${cureOf(fault)}`;
  return null;
}

/** Turns an error of the data folder into one that names the folder and the cure; returns other errors unchanged. */
export function explainDataFolder(dataDir: string, cause: unknown): unknown {
  const message = describe(cause, dataDir);
  return message === null ? cause : new Error(message, { cause });
}

/** Runs `open`; if it fails because of the data folder, the error names the folder and the cure. */
export function openDataFolder<T>(dataDir: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    throw explainDataFolder(dataDir, cause);
  }
}

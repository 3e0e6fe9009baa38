import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { takeDataFolder } from '../db/data-folder-lock.ts';
import { syncFileSync } from './durable-files.ts';
import { renamePatientlySync } from './rename-patiently.ts';
import { StartRefused } from './start-refused.ts';
import { codeOf } from './storage-fault.ts';

type Settled = {
  /** The folder to use. */
  readonly dataDir: string;
  /** What a person should know about it; null for nothing. */
  readonly note: string | null;
};

const hasData = (folder: string) => existsSync(path.join(folder, 'lodestock.db'));

const isEmpty = (folder: string) => {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
};

/** Throws while a server uses the folder. */
function refuseWhileUsed(folder: string): void {
  try {
    // Released before the move: Windows moves no folder with an open file in it, and refuses on its own if there is another.
    takeDataFolder(folder).release();
  } catch (cause) {
    throw new StartRefused(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Everything of a folder onto the disk. */
function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) syncFileSync(path.join(entry.parentPath, entry.name));
}

/** A whole copy says what it was made from until that is deleted. */
const originOf = (folder: string) => path.join(folder, 'copied-from.txt');
const isCopyOf = (folder: string, from: string) =>
  existsSync(originOf(folder)) && readFileSync(originOf(folder), 'utf8') === from;

function dropOrigin(from: string, to: string, rename: typeof renamePatientlySync): void {
  // In one step, so that half of it is never taken for a data folder.
  if (existsSync(from)) rename(from, `${from}.moved`);
  rmSync(`${from}.moved`, { recursive: true, force: true });
  rmSync(originOf(to), { force: true });
}

/** Moves to another disk. Interrupted before the copy has its name, it starts over; after, only what it was made from goes. */
function moveAcross(from: string, to: string, rename: typeof renamePatientlySync): void {
  const copy = `${to}.moving`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(from, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  writeFileSync(originOf(copy), from);
  syncAll(copy);
  rename(copy, to);
  dropOrigin(from, to, rename);
}

function move(from: string, to: string, rename: typeof renamePatientlySync): void {
  refuseWhileUsed(from);
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  if (existsSync(to)) rmdirSync(to);
  try {
    rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    moveAcross(from, to, rename);
  }
}

/**
 * Moves the data of earlier versions to where it belongs, once. Data that is in both places stays where it is, and the
 * earlier stays in use: nothing is merged, and nothing disappears from sight.
 */
export function settleDataFolder(
  dataDir: string,
  earlier: readonly string[],
  rename = renamePatientlySync,
): Settled {
  const copied = earlier.find((folder) => isCopyOf(dataDir, folder));
  if (copied !== undefined) dropOrigin(copied, dataDir, rename);
  const from = earlier.find(hasData);
  if (from === undefined) return { dataDir, note: null };
  if (!isEmpty(dataDir)) {
    const note = `The data folder stays ${from}, as there is another in ${dataDir}. To use that one, move ${from} away.`;
    return { dataDir: from, note };
  }
  move(from, dataDir, rename);
  return { dataDir, note: `The data folder was moved from ${from} to ${dataDir}.` };
}

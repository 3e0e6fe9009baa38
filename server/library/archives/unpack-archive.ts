import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { type DiskStats, lookAtDisk, openOnDisk } from '../../base/bucket/library-disk.ts';
import { codeOf, toStorageFault } from '../../base/storage/storage-fault.ts';
import { type Problem, toProblem } from '../../catalogue/write/problems.ts';
import { sentence, type Words } from '../../contract/sentence.ts';
import { unpackedFolder } from '../../files/library-places.ts';
import { readZipEntry } from '../../inspect/archive/read-zip-entry.ts';
import { readZipDirectory } from '../../inspect/archive/zip-directory.ts';
import { BrokenFile, describeProblem, formatCount } from '../../inspect/broken-file.ts';
import { type ByteSource, createDescriptorSource } from '../../inspect/byte-source.ts';
import type { WorkTools } from '../../inspect/serve-inspection.ts';
import { findStandIn } from '../../inspect/stand-in.ts';
import { isTextureArchive } from '../recognise/scene-files.ts';
import { type ArchivePlan, planArchive } from './plan-archive.ts';

/** Job for a thread: check an archive of the library, and unpack it if that has not been done. */
export type UnpackJob = {
  /** On disk. */
  readonly file: string;
  /** Relative to the library. */
  readonly place: string;
  readonly unpackedDir: string;
  readonly known: { readonly stamp: string; readonly sha256: string | null } | null;
  readonly quietMs: number;
  readonly settledStamp: string | null;
};

export type UnpackOutcome =
  /** No file at this path; `isFolder` is true if it is a folder. */
  | { readonly kind: 'none'; readonly isFolder: boolean }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unsettled'; readonly stamp: string }
  /** `stamp` is empty if a later check may succeed although the file has not changed. */
  | { readonly kind: 'left-out'; readonly stamp: string; readonly reason: Words }
  | {
      readonly kind: 'unpacked';
      readonly stamp: string;
      readonly sha256: string;
      readonly problems: readonly Problem[];
    };

const windowBytes = 1024 * 1024;
/** Kept free on the data folder's disk, in bytes. */
const reserveBytes = 1024 ** 3;
/** Changed whenever a new version unpacks different files. */
const version = '2';
const { O_WRONLY, O_CREAT, O_EXCL, O_RDONLY } = fs.constants;
const noFollow = fs.constants.O_NOFOLLOW ?? 0;
const noWait = fs.constants.O_NONBLOCK ?? 0;

const unfinishedPrefix = '.unpacking-';
const noRoom =
  'The archive does not fit in the data folder. Free some space there; the next scan tries again.';
const isThere = (folder: string) => fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;

function lookAt(file: string): DiskStats | undefined {
  try {
    return lookAtDisk(file);
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Unpacks an archive into a folder named after its SHA-256, completely or not at all. An archive that cannot be
 * unpacked is left out with the reason. Throws file system errors. Blocks its thread.
 */
export async function unpackArchive(job: UnpackJob, tools: WorkTools): Promise<UnpackOutcome> {
  const { file, known, unpackedDir } = job;
  const stats = lookAt(file);
  if (!stats?.isFile()) return { kind: 'none', isFolder: stats?.isDirectory() === true };
  const stamp = `${version}:${stats.size}:${stats.mark}`;
  const isKept =
    known?.sha256 === null || (known && isThere(unpackedFolder(unpackedDir, known.sha256 ?? '')));
  if (known?.stamp === stamp && isKept) return { kind: 'unchanged' };
  const changedAt = Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs));
  const isBusy = job.quietMs > 0 && stamp !== job.settledStamp && Date.now() - changedAt < job.quietMs;
  if (isBusy) return { kind: 'unsettled', stamp };
  const [lost] = Object.values(tools.distrusted);
  if (lost !== undefined) return { kind: 'left-out', stamp, reason: lost };
  const descriptor = openOnDisk(file, O_RDONLY | noFollow | noWait);
  try {
    return await unpackOpen(job, { descriptor, stats, stamp }, tools);
  } catch (error) {
    if (toStorageFault(error) === 'full') return { kind: 'left-out', stamp: '', reason: noRoom };
    if (!(error instanceof BrokenFile)) throw error;
    const { key, values } = describeProblem(sentence`The archive`, error.reason);
    // The readers' messages assume a model that somebody exported.
    const reason = { key: key.replace('Export it again.', 'Download it or pack it again.'), values };
    return { kind: 'left-out', stamp, reason };
  } finally {
    fs.closeSync(descriptor);
  }
}

type Open = { readonly descriptor: number; readonly stats: DiskStats; readonly stamp: string };

async function unpackOpen(job: UnpackJob, open: Open, tools: WorkTools): Promise<UnpackOutcome> {
  const { stats, stamp } = open;
  const size = Number(stats.size);
  const source = createDescriptorSource(open.descriptor, size, new Uint8Array(windowBytes));
  const standIn = findStandIn(source);
  if (standIn !== null) throw new BrokenFile(standIn);
  const plan = planArchive(readZipDirectory(source), size, isTextureArchive(job.place));
  const problems = plan.leftOut.map(
    ({ path: inside, reason, isName }): Problem =>
      toProblem(`${job.place}/${inside}`, isName ? 'name' : 'left-out', reason),
  );
  if (plan.files.length === 0 && problems.length === 0) {
    const reason = 'The archive has no 3D file. If it has textures of a model, unpack them beside the scene.';
    return { kind: 'left-out', stamp, reason };
  }
  const { sha256 } = await tools.inspect(job.file, '');
  const target = unpackedFolder(job.unpackedDir, sha256);
  if (!isThere(target)) {
    const missing = findMissingRoom(job.unpackedDir, plan.unpackedBytes);
    if (missing !== null) return { kind: 'left-out', stamp: '', reason: missing };
    const modified = toModified(stats, sha256);
    await unpackInto(target, { source, plan, modified, onPiece: () => tools.onFile(job.place) });
  }
  return { kind: 'unpacked', stamp, sha256, problems };
}

/** Returns the message for a disk with too little free space, or null. */
function findMissingRoom(unpackedDir: string, bytes: number): Words | null {
  fs.mkdirSync(unpackedDir, { recursive: true });
  const { bavail, bsize } = fs.statfsSync(unpackedDir);
  if (bavail * bsize >= bytes + reserveBytes) return null;
  return sentence`The archive needs ${{ bytes: formatCount(bytes) }} bytes in the data folder, and 1 GiB must stay free there. Free some space; the next scan tries again.`;
}

/** Returns the unpacked files' mtime in seconds: the archive's, with a fraction from its content, to tell archives apart. */
function toModified({ mtimeMs }: DiskStats, sha256: string): number {
  return Math.floor(Number(mtimeMs) / 1000) + Number.parseInt(sha256.slice(0, 5), 16) / 1024 ** 2;
}

type Unpacking = {
  readonly source: ByteSource;
  readonly plan: ArchivePlan;
  readonly modified: number;
  readonly onPiece: () => void;
};

async function unpackInto(target: string, { source, plan, modified, onPiece }: Unpacking): Promise<void> {
  const unfinished = path.join(path.dirname(target), `${unfinishedPrefix}${randomUUID()}`);
  fs.mkdirSync(unfinished);
  try {
    for (const { path: inside, entry } of plan.files) {
      const file = path.join(unfinished, inside);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const descriptor = fs.openSync(file, O_WRONLY | O_CREAT | O_EXCL | noFollow, 0o644);
      try {
        await readZipEntry(source, entry, (bytes) => {
          onPiece();
          for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
        });
        fs.futimesSync(descriptor, modified, modified);
        fs.fdatasyncSync(descriptor);
      } finally {
        fs.closeSync(descriptor);
      }
    }
    moveInto(unfinished, target);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Another process may have unpacked the same archive first. */
function moveInto(unfinished: string, target: string): void {
  try {
    fs.renameSync(unfinished, target);
  } catch (error) {
    if (!isThere(target)) throw error;
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

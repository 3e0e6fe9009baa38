import path from 'node:path';
import { lookAtDisk } from '../../../base/bucket/library-disk.ts';
import { isPartialCopy } from '../../../catalogue/write/names.ts';
import type { ReportProblem } from '../../../catalogue/write/problems.ts';
import { sentence } from '../../../contract/sentence.ts';

/** A file on disk; `relativePath` is relative to the visited folder. */
export type DiskFile = {
  readonly relativePath: string;
  readonly sizeBytes: number;
  /** See `markOf`. */
  readonly mark: string;
};

const longestCopy = 10 * 60_000;

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
export const joinPath = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

const isNormal = (inside: string) => !/(?:^|\/)\.{0,2}(?:\/|$)/.test(inside);

/** Converts between paths of a folder and of the library; a path outside the folder starts with `../../`. */
export function createPlaces(folder: string) {
  const start = folder === '' ? '' : `${folder}/`;
  return {
    toPlace: (inside: string) =>
      isNormal(inside) ? `${start}${inside}` : path.posix.normalize(joinPath(folder, inside)),
    toInside: (place: string) =>
      place.startsWith(start) ? place.slice(start.length) : path.posix.relative(`/${folder}`, `/${place}`),
  };
}

type Place = {
  readonly toDisk: (relativePath: string) => string;
  /** The folder itself, relative to the library. */
  readonly folder: string;
  readonly report: ReportProblem;
};

/** Checks files of one folder, and sums up its state. */
export function createLook({ toDisk, folder, report }: Place) {
  let changedAt = 0;
  let isCopying = false;
  let isPartial = false;

  function lookAt(relativePath: string) {
    try {
      return lookAtDisk(toDisk(relativePath));
    } catch (error) {
      const reason = sentence`The file cannot be checked (${{ reason: messageOf(error) }}). Check the disk and its permissions.`;
      report(joinPath(folder, relativePath), 'unreadable', reason);
      return undefined;
    }
  }

  function stat(relativePath: string): DiskFile | null {
    const stats = lookAt(relativePath);
    if (!stats?.isFile()) {
      isPartial = true;
      return null;
    }
    const { size, mark, mtimeMs, ctimeMs } = stats;
    changedAt = Math.max(changedAt, Number(mtimeMs), Number(ctimeMs));
    return { relativePath, sizeBytes: Number(size), mark: String(mark) };
  }

  return {
    stat,
    statAll: (paths: readonly string[]) => paths.map(stat).filter((file) => file !== null),
    watchCopies(relativePath: string): void {
      if (!isPartialCopy(relativePath)) return;
      const stats = lookAt(relativePath);
      if (stats && Date.now() - Number(stats.ctimeMs) < longestCopy) isCopying = true;
    },
    missSomething() {
      isPartial = true;
    },
    /** `changedAt`: ms since 1970 by the disk's clock. `isCopying`: a copy is in progress. `isPartial`: some could not be checked. */
    seen: () => ({ changedAt, isCopying, isPartial }),
  };
}

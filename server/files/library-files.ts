import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { createProblems } from '../catalogue/write/problems.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import type { FileStamps } from './file-stamps.ts';
import type { LibraryPlaces } from './library-places.ts';
import {
  createUnchangedFiles,
  type Expected,
  type InFolder,
  isChangedFile,
  type OpenedFile,
  placeOf,
  type UnchangedFiles,
} from './unchanged-files.ts';

export type LibraryFiles = {
  /** Opens a library file that still matches the inventory; the caller closes it. */
  open(model: InFolder, file: Expected): Promise<FileHandle>;
  /** Real path of a file that still matches the inventory. */
  locate(model: InFolder, file: Expected): Promise<string>;
  /** Throws FILE_HOST_UNAVAILABLE if an open file does not match the inventory. */
  requireSame(model: InFolder, file: Expected, opened: Omit<OpenedFile, 'disk'>): void | Promise<void>;
  /** Throws FILE_HOST_UNAVAILABLE or UNAVAILABLE if the file cannot be served now, regardless of price. */
  requireIntact(model: InFolder, file: Expected): Promise<void>;
  /** Rereads a file whose bytes were found to differ from the inventory. */
  report?(model: InFolder, file: Expected): void;
};

export function changedFile(file: Expected, cause: unknown): AppError {
  return new AppError(
    'FILE_HOST_UNAVAILABLE',
    sentence`The file host cannot serve ${{ file: file.relativePath }} as the catalogue describes it: it is not readable, or has changed and is being re-indexed. Try again in a minute.`,
    { cause },
  );
}

const unavailable = (file: Expected) => (cause: unknown) => {
  throw cause instanceof AppError ? cause : changedFile(file, cause);
};

export const unconfirmed = (file: Expected) => (cause: unknown) => {
  const reason = cause instanceof AppError ? cause.cause : cause;
  if (!isChangedFile(reason)) return unavailable(file)(cause);
  throw new AppError(
    'UNAVAILABLE',
    sentence`${{ file: file.relativePath }} has changed and is being re-indexed. Try again soon.`,
    {
      ...{ cause, details: { retryAfterSeconds: 5, place: 'file' } },
    },
  );
};

type Opening = Pick<Core, 'db' | 'clock'> & {
  readonly places: LibraryPlaces;
  readonly stamps: FileStamps;
};

/** Like `createLibraryFiles`, and lists files whose bytes have changed among the problems. */
export function openLibraryFiles({ db, places, stamps, clock }: Opening): LibraryFiles {
  const problems = createProblems(db);
  const distrust = (place: string, folder: string) => {
    // Unpacked and published files are checked once: other bytes in the data folder are damage, not an edit.
    if (!places.isUnpacked(place)) problems.distrust(place, folder, toIso(clock()));
  };
  return createLibraryFiles(places, createUnchangedFiles({ stamps, distrust }));
}

/** Reads inventory files: the library's, never through a link out of the model's own folder, and derived ones. */
export function createLibraryFiles(places: LibraryPlaces, unchanged: UnchangedFiles): LibraryFiles {
  const toPath = (model: InFolder, file: Expected) => {
    if (!file.derived) return places.toDisk(placeOf(model, file));
    const { root, inside } = places.locateDerived(file.sha256);
    return path.join(root, inside);
  };
  const check = (model: InFolder, file: Expected, { found, handle }: Omit<OpenedFile, 'disk'>) => {
    if (file.derived) {
      // The name is the SHA-256, so checking the size is enough.
      if (found.size !== BigInt(file.sizeBytes)) throw new Error(`${file.relativePath} is damaged`);
      return undefined;
    }
    const opened = { found, handle, disk: toPath(model, file) };
    return unchanged.isTold(model, file, opened) ? undefined : unchanged.confirm(model, file, opened);
  };
  const locateRecognised = async (place: string) => {
    const { root, inside } = places.locate(place);
    const [real, realRoot] = await Promise.all([realpath(path.join(root, inside)), realpath(root)]);
    if (real !== path.join(realRoot, inside)) throw new Error(`${place} lies behind a link`);
    return real;
  };
  const locate = async (model: InFolder, file: Expected) => {
    if (file.derived) return toPath(model, file);
    if (file.place) return locateRecognised(file.place);
    const folder = places.toDisk(model.folder);
    const [real, realFolder] = await Promise.all([realpath(toPath(model, file)), realpath(folder)]);
    if (!real.startsWith(realFolder + path.sep)) throw new Error(`${real} is not in its model's folder`);
    return real;
  };
  const openIntact = async (model: InFolder, file: Expected) => {
    const disk = await locate(model, file);
    const handle = await open(disk, 'r');
    try {
      await check(model, file, { handle, found: await handle.stat({ bigint: true }) });
      return { handle, disk };
    } catch (error) {
      await handle.close();
      throw error;
    }
  };
  const locateIntact = async (model: InFolder, file: Expected) => {
    const { handle, disk } = await openIntact(model, file);
    await handle.close();
    return disk;
  };
  const requireThere = async (model: InFolder, file: Expected) => {
    const disk = toPath(model, file);
    const found = await stat(disk, { bigint: true });
    if (file.derived || !unchanged.isTold(model, file, { found, disk })) await locateIntact(model, file);
  };
  return {
    report: unchanged.report,
    open: (model, file) =>
      openIntact(model, file)
        .then(({ handle }) => handle)
        .catch(unavailable(file)),
    locate: (model, file) => locateIntact(model, file).catch(unavailable(file)),
    requireSame(model, file, opened) {
      try {
        return check(model, file, opened)?.catch(unavailable(file));
      } catch (cause) {
        throw changedFile(file, cause);
      }
    },
    requireIntact: (model, file) => requireThere(model, file).catch(unconfirmed(file)),
  };
}

import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { FileStamp, FileStamps } from './file-stamps.ts';
import type { LibraryPlaces } from './library-places.ts';

export type LibraryFiles = {
  /** Opens a file of the library that is still what the inventory says; the caller closes it. */
  open(model: InFolder, file: Expected): Promise<FileHandle>;
  /** The true place of a file that is still what the inventory says. */
  locate(model: InFolder, file: Expected): Promise<string>;
  /** Throws FILE_HOST_UNAVAILABLE when an open file is not the one of the inventory. */
  requireSame(model: InFolder, file: Expected, found: BigIntStats): void;
  /** Throws FILE_HOST_UNAVAILABLE when the file could not be served now. */
  requireIntact(model: InFolder, file: Expected): Promise<void>;
};

export type InFolder = { readonly folder: string };
export type Expected = {
  readonly relativePath: string;
  /** Where it lies, relative to the library; absent: at `relativePath` in the model's folder. */
  readonly place?: string | null;
  /** Set where this server made it: then it lies among the derived files, by its SHA-256. */
  readonly derived?: unknown;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** Where a file lies, relative to the library. */
export const placeOf = (
  { folder }: InFolder,
  { place, relativePath }: Pick<Expected, 'place' | 'relativePath'>,
) => place ?? `${folder}/${relativePath}`;

/** Size and time of change, or what stands for it. */
type FoundFile = Pick<BigIntStats, 'size' | 'mtimeNs'>;

/** Throws when the file on the disk is not the one that was read for the inventory. */
function requireStamp(file: Expected, found: FoundFile, stamp: FileStamp | null): void {
  if (found.size !== BigInt(file.sizeBytes))
    throw new Error(`${file.relativePath} has ${found.size} bytes now, not ${file.sizeBytes}`);
  if (stamp?.sha256 !== file.sha256 || stamp.modifiedNs !== found.mtimeNs)
    throw new Error(`${file.relativePath} was changed after the library was read`);
}

export function changedFile(file: Expected, cause: unknown): AppError {
  return new AppError(
    'FILE_HOST_UNAVAILABLE',
    `The file host cannot serve ${file.relativePath} as the catalogue describes it: it is not readable, or has changed and is being re-indexed. Nothing was charged. Try again in a minute.`,
    { cause },
  );
}

const unavailable = (file: Expected) => (cause: unknown) => {
  throw changedFile(file, cause);
};

/** Throws when what was found in the library is not what was read for the inventory. */
export const createStampCheck =
  (stamps: FileStamps) =>
  (model: InFolder, file: Expected, found: FoundFile): void =>
    requireStamp(
      file,
      found,
      file.place
        ? stamps.findPlace(file.place, file.sha256)
        : stamps.find(`${model.folder}/${file.relativePath}`),
    );

/**
 * Reads inventory files: those of the library folder, never anything that a link leads out of the model's own folder, and
 * those that this server made.
 */
export function createLibraryFiles(places: LibraryPlaces, stamps: FileStamps): LibraryFiles {
  const requireUnchanged = createStampCheck(stamps);
  const toPath = (model: InFolder, file: Expected) => {
    if (!file.derived) return places.toDisk(placeOf(model, file));
    const { root, inside } = places.locateDerived(file.sha256);
    return path.join(root, inside);
  };
  const check = (model: InFolder, file: Expected, found: BigIntStats) => {
    if (file.derived) {
      // Its name is its SHA-256, so that its size tells enough.
      if (found.size !== BigInt(file.sizeBytes)) throw new Error(`${file.relativePath} is damaged`);
      return;
    }
    requireUnchanged(model, file, found);
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
    const handle = await open(await locate(model, file), 'r');
    try {
      check(model, file, await handle.stat({ bigint: true }));
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };
  const locateIntact = async (model: InFolder, file: Expected) => {
    const real = await locate(model, file);
    check(model, file, await stat(real, { bigint: true }));
    return real;
  };
  return {
    open: (model, file) => openIntact(model, file).catch(unavailable(file)),
    locate: (model, file) => locateIntact(model, file).catch(unavailable(file)),
    requireSame(model, file, found) {
      try {
        check(model, file, found);
      } catch (cause) {
        throw changedFile(file, cause);
      }
    },
    requireIntact: (model, file) =>
      stat(toPath(model, file), { bigint: true })
        .then((found) => check(model, file, found))
        .catch(unavailable(file)),
  };
}

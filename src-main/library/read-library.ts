import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import type { Library, LibraryModel } from '../ipc/contract.ts';
import { type Receipt, type ReceiptFile, readReceipt, receiptName } from './receipt.ts';
import { findPlaceFault } from './relative-path.ts';
import type { LibraryRoots } from './roots.ts';

type Problem = Library['problems'][number];
type Reading = { readonly model: LibraryModel | null; readonly problems: readonly Problem[] };

async function listFolders(library: string): Promise<string[]> {
  const entries = await readdir(library, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(library, entry.name))
    .toSorted();
}

async function look(folder: string, file: ReceiptFile) {
  const found = await lstat(path.join(folder, file.relativePath)).catch(() => null);
  const isPresent = found?.isFile() === true;
  return { isPresent, isEdited: isPresent && found.size !== file.sizeBytes };
}

async function toModel(folder: string, receipt: Receipt): Promise<Reading> {
  const file = path.join(folder, receiptName);
  const faults = receipt.files.flatMap(({ relativePath }) => {
    const fault = findPlaceFault(relativePath);
    return fault
      ? [
          {
            path: file,
            message: `${file} lists the file “${relativePath}”, ${fault}, so the file was left out.`,
          },
        ]
      : [];
  });
  const sound = receipt.files.filter(({ relativePath }) => !findPlaceFault(relativePath));
  const files = await Promise.all(sound.map(async (entry) => ({ ...entry, ...(await look(folder, entry)) })));
  const sizeBytes = files.reduce((sum, entry) => sum + (entry.isPresent ? entry.sizeBytes : 0), 0);
  const { receiptVersion: _version, ...facts } = receipt;
  return { model: { ...facts, folder, files, sizeBytes }, problems: faults };
}

async function readFolder(folder: string): Promise<Reading> {
  const reading = await readReceipt(folder);
  if (reading.kind === 'receipt') return toModel(folder, reading.receipt);
  const problems = reading.kind === 'broken' ? [{ path: folder, message: reading.message }] : [];
  return { model: null, problems };
}

/** The downloaded models. Read from the receipts, so that a library still works after it is moved or copied. */
export async function readLibrary(library: string): Promise<Library> {
  try {
    const readings = await pMap(await listFolders(library), readFolder, { concurrency: 32 });
    return {
      folder: library,
      absence: null,
      models: readings.flatMap(({ model }) => model ?? []),
      problems: readings.flatMap(({ problems }) => problems),
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return { folder: library, absence: null, models: [], problems: [] }; // nothing was downloaded yet
    const message = `The library folder ${library} cannot be read (${String(code ?? error)}). Connect its disk, or choose another folder in Settings.`;
    return { folder: library, absence: null, models: [], problems: [{ path: library, message }] };
  }
}

/** The same, but a library whose disk is away is said to be away, and not taken for an empty one. */
export async function readLibraryIfThere(library: string, roots: LibraryRoots): Promise<Library> {
  const absence = await roots.findAbsence(library);
  return absence === null ? readLibrary(library) : { folder: library, absence, models: [], problems: [] };
}

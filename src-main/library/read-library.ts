import { lstat } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { z } from 'zod';
import { ReceiptFields } from '../../server/contract/model-fields.ts';
import { type Library, LibraryFile, type LibraryModel } from '../ipc/contract.ts';
import { readFingerprint } from '../storage/read-fingerprint.ts';
import type { CheckedFiles } from './check-model.ts';
import { listModelFolders, type ModelFolder } from './model-folders.ts';
import { type Receipt, type ReceiptFile, receiptName } from './receipt.ts';
import { findPlaceFault } from './relative-path.ts';
import type { LibraryRoots } from './roots.ts';

type Problem = Library['problems'][number];
type Reading = { readonly model: LibraryModel | null; readonly problems: readonly Problem[] };

/** What the window is told of a receipt: a receipt may hold more, of newer versions and other programs. */
const Facts = z.object({
  ...ReceiptFields.shape,
  guid: z.string(),
  serverUrl: z.string(),
  downloadedAt: z.string(),
});
const File = LibraryFile.omit({ isPresent: true, isEdited: true });

async function look(folder: string, file: ReceiptFile, checked: CheckedFiles) {
  const place = path.join(folder, ...file.relativePath.split('/'));
  const found = await lstat(place).catch(() => null);
  const isPresent = found?.isFile() === true;
  const known = checked.get(place);
  const hasChanged = known?.isEdited === true && known.fingerprint === (await readFingerprint(place));
  return { isPresent, isEdited: isPresent && (found.size !== file.sizeBytes || hasChanged) };
}

async function toModel(folder: string, receipt: Receipt, checked: CheckedFiles): Promise<Reading> {
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
  const files = await Promise.all(
    sound.map(async (entry) => ({ ...File.parse(entry), ...(await look(folder, entry, checked)) })),
  );
  const sizeBytes = files.reduce((sum, entry) => sum + (entry.isPresent ? entry.sizeBytes : 0), 0);
  return { model: { ...Facts.parse(receipt), folder, files, sizeBytes }, problems: faults };
}

async function readFolder({ folder, reading }: ModelFolder, checked: CheckedFiles): Promise<Reading> {
  if (reading.kind === 'receipt') return toModel(folder, reading.receipt, checked);
  const problems = reading.kind === 'none' ? [] : [{ path: folder, message: reading.message }];
  return { model: null, problems };
}

/** One folder for each model: a copy would be taken for it. */
function leaveOutCopies(readings: readonly Reading[]): Reading[] {
  const first = new Map<string, LibraryModel>();
  return readings.map((reading) => {
    const { model, problems } = reading;
    if (model === null) return reading;
    const other = first.get(model.guid);
    if (other === undefined) {
      first.set(model.guid, model);
      return reading;
    }
    const message = `${model.folder} holds the same model as ${other.folder}, which is the one that is used. Delete one of them, or move it out of the library.`;
    return { model: null, problems: [...problems, { path: model.folder, message }] };
  });
}

/**
 * The downloaded models. Read from the receipts, so that a library still works after it is moved or copied. What was
 * checked before is taken into account.
 */
export async function readLibrary(library: string, checked: CheckedFiles = new Map()): Promise<Library> {
  try {
    const folders = await listModelFolders(library);
    const readings = leaveOutCopies(
      await pMap(folders, (one) => readFolder(one, checked), { concurrency: 32 }),
    );
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
export async function readLibraryIfThere(
  library: string,
  roots: LibraryRoots,
  checked: CheckedFiles = new Map(),
): Promise<Library> {
  const absence = await roots.findAbsence(library);
  return absence === null
    ? readLibrary(library, checked)
    : { folder: library, absence, models: [], problems: [] };
}

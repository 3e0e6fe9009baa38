import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ReceiptFields } from '../../server/contract/catalogue/model-fields.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { type Library, LibraryFile, type LibraryModel } from '../platform/ipc/contract.ts';
import { codeOf } from '../platform/storage/disk-errors.ts';
import { findOnDisk, toMark } from '../platform/storage/inspect-files.ts';
import type { CheckedFiles } from './checked-files.ts';
import { findPlaceFault, receiptName } from './place.ts';
import type { Receipt, ReceiptReading } from './receipt.ts';

/** The contents of one library, or why it cannot be used. */
export type LibraryContent = Omit<Library, 'places'>;
type Problem = Library['problems'][number];
export type FolderContent = { readonly model: LibraryModel | null; readonly problems: readonly Problem[] };

/** A receipt as the window sees it; newer versions and other programs can have added fields. */
const Facts = z.object({
  ...ReceiptFields.shape,
  guid: z.string(),
  serverUrl: z.string(),
  downloadedAt: z.string(),
});
const File = LibraryFile.omit({ isPresent: true, isEdited: true });

async function look(
  folder: string,
  { relativePath, sizeBytes, sha256 }: LibraryModel['files'][number],
  checked: CheckedFiles,
) {
  const place = await findOnDisk(folder, relativePath);
  const found = await lstat(place).catch(() => null);
  const mark = toMark(found);
  if (found === null || mark === null) return { isPresent: false, isEdited: false };
  if (found.size !== sizeBytes) return { isPresent: true, isEdited: true };
  const known = checked.get(place);
  // A file seen for the first time counts as unchanged since its download.
  if (known === undefined) checked.set(place, { mark, isEdited: false });
  else if (known.mark !== mark) checked.suspect?.({ place, folder, sha256 });
  return { isPresent: true, isEdited: known?.mark === mark && known.isEdited };
}

/** Checks the files of a model again. Returns the same object if nothing has changed. */
export async function lookAgain(model: LibraryModel, checked: CheckedFiles): Promise<LibraryModel> {
  const looks = await Promise.all(model.files.map((file) => look(model.folder, file, checked)));
  const isSame = model.files.every(
    ({ isPresent, isEdited }, index) =>
      isPresent === looks[index]?.isPresent && isEdited === looks[index]?.isEdited,
  );
  if (isSame) return model;
  const files = model.files.map((file, index) => ({ ...file, ...looks[index] }));
  const sizeBytes = files.reduce((sum, file) => sum + (file.isPresent ? file.sizeBytes : 0), 0);
  return { ...model, files, sizeBytes };
}

async function toModel(folder: string, receipt: Receipt, checked: CheckedFiles): Promise<FolderContent> {
  const file = path.join(folder, receiptName);
  const problems = receipt.files.flatMap(({ relativePath }) => {
    const fault = findPlaceFault(relativePath);
    if (fault === null) return [];
    const message = sentence`${{ file }} lists the file “${{ name: relativePath }}”, ${{ fault }}, so the file was left out.`;
    return [{ path: file, message }];
  });
  const sound = receipt.files.filter(({ relativePath }) => !findPlaceFault(relativePath));
  const files = sound.map((entry) => ({ ...File.parse(entry), isPresent: false, isEdited: false }));
  const model = { ...Facts.parse(receipt), folder, files, sizeBytes: 0 };
  return { model: await lookAgain(model, checked), problems };
}

export async function readFolder(
  folder: string,
  reading: ReceiptReading,
  checked: CheckedFiles,
): Promise<FolderContent> {
  if (reading.kind === 'receipt') return toModel(folder, reading.receipt, checked);
  const problems = reading.kind === 'none' ? [] : [{ path: folder, message: reading.message }];
  return { model: null, problems };
}

/** Keeps one folder per model; further ones are copies. */
function leaveOutCopies(contents: readonly FolderContent[]): FolderContent[] {
  const first = new Map<string, LibraryModel>();
  return contents.map((content) => {
    const { model, problems } = content;
    if (model === null) return content;
    const other = first.get(model.guid);
    if (other === undefined) {
      first.set(model.guid, model);
      return content;
    }
    const message = sentence`${{ place: model.folder }} holds the same model as ${{ other: other.folder }}, which is the one that is used. Delete one of them, or move it out of the library.`;
    return { model: null, problems: [...problems, { path: model.folder, message }] };
  });
}

export function toUnread(library: string, error: unknown): LibraryContent {
  const code = codeOf(error);
  if (code === 'ENOENT') return { folder: library, absence: null, models: [], problems: [] }; // nothing has been downloaded yet
  const message = sentence`The library folder ${{ folder: library }} cannot be read (${{ reason: code ?? String(error) }}). Connect its disk, or choose another folder in Settings.`;
  return { folder: library, absence: null, models: [], problems: [{ path: library, message }] };
}

/** Returns the models of a library from their receipts, so that moved folders are found. */
export function toLibrary(library: string, contents: readonly FolderContent[]): LibraryContent {
  const used = leaveOutCopies(contents);
  return {
    folder: library,
    absence: null,
    models: used.flatMap(({ model }) => model ?? []),
    problems: used.flatMap(({ problems }) => problems),
  };
}

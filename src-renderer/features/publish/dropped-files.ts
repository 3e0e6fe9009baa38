import { isLitter } from '../../../server/shared/outgoing-files.ts';

/** A file that the user chose, with its path relative to their choice. */
export type Chosen = { readonly relativePath: string; readonly file: File };

/** Reads the files of an input; those of a folder have relative paths. */
export const readChosen = (files: Iterable<File>): Chosen[] =>
  [...files]
    .map((file) => ({
      file,
      relativePath: file.webkitRelativePath || file.name,
    }))
    .filter((chosen) => !isLitter(chosen));

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));
const readSome = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

async function readFolder(entry: FileSystemDirectoryEntry): Promise<Chosen[]> {
  const reader = entry.createReader();
  const found: Chosen[] = [];
  // The reader returns a hundred at a time, and none at the end.
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader))
    for (const inside of some) found.push(...(await readEntry(inside)));
  return found;
}

async function readEntry(entry: FileSystemEntry): Promise<Chosen[]> {
  if (isFolder(entry)) return readFolder(entry);
  if (!isFile(entry)) return [];
  return [{ relativePath: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) }];
}

/** Reads everything that was dropped, including the contents of folders. Call this before the event is over. */
export async function readDropped({ items, files }: DataTransfer): Promise<Chosen[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return readChosen(files);
  const found = await Promise.all(entries.map(readEntry));
  return found.flat().filter((chosen) => !isLitter(chosen));
}

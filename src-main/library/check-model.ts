import type { LibraryCheck, LibraryModel } from '../ipc/contract.ts';
import { findOnDisk } from '../storage/find-on-disk.ts';
import { hashFile } from '../storage/hash-file.ts';
import { readFingerprint } from '../storage/read-fingerprint.ts';

/** What is known of files since they were read, by absolute path, until they change. */
export type CheckedFiles = Map<string, { readonly fingerprint: string; readonly isEdited: boolean }>;

/** Reads every file of a model, and tells which are not as they were downloaded. */
export async function checkModel(model: LibraryModel, checked: CheckedFiles): Promise<LibraryCheck> {
  const signal = new AbortController().signal;
  const missing: string[] = [];
  const edited: string[] = [];
  for (const { relativePath, sha256 } of model.files) {
    const file = await findOnDisk(model.folder, relativePath);
    const fingerprint = await readFingerprint(file);
    const found = fingerprint === null ? null : await hashFile(file, signal).catch(() => null);
    if (fingerprint === null || found === null) {
      missing.push(relativePath);
      continue;
    }
    const isEdited = found !== sha256;
    if (isEdited) edited.push(relativePath);
    checked.set(file, { fingerprint, isEdited });
  }
  return { count: model.files.length, missing, edited };
}

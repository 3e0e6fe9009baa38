import { isIgnored } from '../../catalogue/write/names.ts';
import { sentence, type Words } from '../../contract/sentence.ts';
import { isArchive, isScene } from './scene-files.ts';

/** Names that programs and people give to copies of a scene. The capture group, if any, is the original's name. */
const copies: readonly RegExp[] = [
  /^(.+\.blend)\d+$/i,
  /^(?:autobackup\d+\.max|maxback\.bak)$/i,
  /^(.+)_bak\d+(\.hip(?:nc|lc)?)$/i,
  /^(.+\.[a-z0-9]+)(?:~|[._](?:\w+_)?bak)$/i,
];

const placeholder = /^\.(.+)\.icloud$/i;
const notFetched =
  'iCloud keeps this file elsewhere, and only a placeholder is here. Let it download the file to this disk.';

/** Returns why a file named like a backup or placeholder of a scene is not published, with the next step, or null. */
export function whyBackup(name: string): Words | null {
  const kept = placeholder.exec(name)?.[1] ?? '';
  if (isScene(kept) || isArchive(kept)) return notFetched;
  for (const pattern of copies) {
    const found = pattern.exec(name);
    if (found === null) continue;
    const original = found.slice(1).join('');
    if (original !== '' && !isScene(original)) continue;
    return original === ''
      ? 'It is a backup copy that 3ds Max made, so it is not published. To publish it, rename it.'
      : sentence`It is a backup copy of ${{ file: original }}, so it is not published. To publish it, rename it.`;
  }
  return null;
}

export const isBackupFolder = (name: string) => !name.startsWith('.') && /[_.]bak$/i.test(name);
export const backupFolderReason =
  'By its name, this folder is a backup copy, so its models are not published. To publish them, rename it.';

/** Returns the backup copy at or above a path, and why it is not published. */
export function findBackup(path: string): { readonly path: string; readonly reason: Words } | null {
  const parts = path.split('/');
  const at = parts.findIndex(isIgnored);
  const name = parts[at];
  if (name === undefined) return null;
  const isFolder = at < parts.length - 1;
  const reason = isFolder && isBackupFolder(name) && isScene(path) ? backupFolderReason : null;
  const told = isFolder ? reason : whyBackup(name);
  return told === null ? null : { path: parts.slice(0, at + 1).join('/'), reason: told };
}

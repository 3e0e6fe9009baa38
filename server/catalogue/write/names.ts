import type { Lod } from '../../contract/limits.ts';

const topology = /(?:^|_)(1k|10k|100k|source|lowpoly|middlepoly|highpoly)$/i;
const aliases: Readonly<Record<string, Lod>> = {
  '1k': '1k',
  '10k': '10k',
  '100k': '100k',
  source: 'source',
  lowpoly: '1k',
  middlepoly: '10k',
  highpoly: '100k',
};

/** Returns the topology that a folder's name stands for; null if it is not a topology folder. */
export function readLod(folderName: string): Lod | null {
  const name = topology.exec(folderName)?.[1];
  return name === undefined ? null : (aliases[name.toLowerCase()] ?? null);
}

/** Recognises the names that copying and downloading programs give to unfinished files. */
export const isPartialCopy = (name: string) =>
  /(\.(tmp|temp|part|partial|filepart|crdownload|download|!ut)|~)$/i.test(name) ||
  /^\..+\.[A-Za-z0-9]{6}$/.test(name);

/** Leftovers of macOS, Windows, programs with autosave, and network storage. */
const litter =
  /^(thumbs\.db|desktop\.ini|icon\r|__macosx|\$recycle\.bin|system volume information|lost\+found|found\.\d{3}|.*\.blend\d+|~\$.*|autobackup\d+\.max|.*_bak\d+\.hip(?:nc|lc)?)$/i;

/** Network storage's deleted files, snapshots and own data: `@Recycle`, `#snapshot`, `~snapshot`, `@eaDir`. */
const bin =
  /^(?:[@#~$][\w .-]*(?:recycle|snapshot|trash|deleted|eadir|sharebin|te?mp|gmt-)[\w .-]*|recycler|recycle ?bin|trash(?:box|can)|network trash folder|temporary items)$/i;

/** True for files and folders that every scan ignores. */
export const isIgnored = (name: string) =>
  bin.test(name) ||
  name.startsWith('.') ||
  /(_bak|\.bak)$/i.test(name) ||
  isPartialCopy(name) ||
  litter.test(name);

const unityMade = /^(?:library|temp|logs|obj|builds?)$/i;
const unrealMade = /^(?:intermediate|saved|deriveddatacache|binaries)$/i;

/** True for folders that a game engine regenerates from the project beside them. */
export const isMadeAgain = (name: string, beside: readonly string[]) =>
  (unityMade.test(name) && beside.includes('Assets') && beside.includes('ProjectSettings')) ||
  (unrealMade.test(name) && beside.some((one) => one.toLowerCase().endsWith('.uproject')));

/** Returns the guid in folder or file names that follow the public service's convention, or null. */
export function readGuidFromNames(folderName: string, children: readonly string[]): string | null {
  for (const child of children) {
    const found =
      /^([A-Za-z0-9_-]{1,128})_metadata\.json$/.exec(child)?.[1] ?? /^uploads_files_(\d+)_/.exec(child)?.[1];
    if (found !== undefined) return found;
  }
  return /^(\d{5,})_/.exec(folderName)?.[1] ?? null;
}

/** Derives a title from a folder's name, for models without one. */
export function toTitle(folderName: string): string {
  const words = folderName
    .replace(/^\d{5,}_/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words === '' ? folderName : words[0]?.toUpperCase() + words.slice(1);
}

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

/** The topology that a folder's name tells; null when it is not a topology folder. */
export function readLod(folderName: string): Lod | null {
  const name = topology.exec(folderName)?.[1];
  return name === undefined ? null : (aliases[name.toLowerCase()] ?? null);
}

/** Names under which copying and downloading programs write a file until it is whole. */
export const isPartialCopy = (name: string) =>
  /(\.(tmp|temp|part|partial|filepart|crdownload|download|!ut)|~)$/i.test(name) ||
  /^\..+\.[A-Za-z0-9]{6}$/.test(name);

/** Leftovers of macOS, Windows, programs that save on their own, and network storage. */
const litter =
  /^(thumbs\.db|desktop\.ini|icon\r|__macosx|\$recycle\.bin|system volume information|lost\+found|found\.\d{3}|.*\.blend\d+|~\$.*|autobackup\d+\.max|.*_bak\d+\.hip(?:nc|lc)?)$/i;

/** Where network storage keeps what was deleted, earlier states and its own: `@Recycle`, `#snapshot`, `~snapshot`, `@eaDir`. */
const bin =
  /^(?:[@#~$][\w .-]*(?:recycle|snapshot|trash|deleted|eadir|sharebin|te?mp|gmt-)[\w .-]*|recycler|recycle ?bin|trash(?:box|can)|network trash folder|temporary items)$/i;

/** Files and folders that are never looked at. */
export const isIgnored = (name: string) =>
  bin.test(name) ||
  name.startsWith('.') ||
  /(_bak|\.bak)$/i.test(name) ||
  isPartialCopy(name) ||
  litter.test(name);

const unityMade = /^(?:library|temp|logs|obj|builds?)$/i;
const unrealMade = /^(?:intermediate|saved|deriveddatacache|binaries)$/i;

/** Whether a folder has what a game engine makes again from the project beside it. */
export const isMadeAgain = (name: string, beside: readonly string[]) =>
  (unityMade.test(name) && beside.includes('Assets') && beside.includes('ProjectSettings')) ||
  (unrealMade.test(name) && beside.some((one) => one.toLowerCase().endsWith('.uproject')));

/** The guid that the public service's naming puts into folder and file names; null when there is none. */
export function readGuidFromNames(folderName: string, children: readonly string[]): string | null {
  for (const child of children) {
    const found =
      /^([A-Za-z0-9_-]{1,128})_metadata\.json$/.exec(child)?.[1] ?? /^uploads_files_(\d+)_/.exec(child)?.[1];
    if (found !== undefined) return found;
  }
  return /^(\d{5,})_/.exec(folderName)?.[1] ?? null;
}

/** A title made of a folder's name, for models that bring none. */
export function toTitle(folderName: string): string {
  const words = folderName
    .replace(/^\d{5,}_/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words === '' ? folderName : words[0]?.toUpperCase() + words.slice(1);
}

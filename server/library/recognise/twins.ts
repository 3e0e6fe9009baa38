import { toWords } from '../../shared/to-words.ts';
import { formatWord, formatWords } from './folder-kinds.ts';
import { isArchive } from './scene-files.ts';

/** Folders and archives of one thing in different formats: `chair_fbx.zip`, `chair_obj.zip`, `Chair (glTF)`. */
export type Twins = {
  /** Common name without the format, in lower case. */
  readonly stem: string;
  readonly members: readonly string[];
};

const more =
  '(?: (?:\\d{1,4}|(?:1|2|4|8|16)k|r\\d{1,2}|v ?ray|corona|arnold|redshift|octane|cycles|binary|ascii|embedded))*';
const noise = '(?: (?:formats?|files?|models?|exports?|version))?';
const atEnd = new RegExp(`^(.+?)(?: ${formatWord}${more}${noise})+$`);
const atStart = new RegExp(`^(?:${formatWords}) (.+)$`);
/** Texture resolutions, which differ between downloads of one asset. */
const resolution = /(?<=.) (?:1|2|4|8|16)k(?: (?:jpe?g|png|exr))?$/;
const wordsOf = (name: string) => name.replace(/\.zip$/i, '');

function cutFormat(words: string): string | null {
  const stem = atEnd.exec(words)?.[1] ?? atStart.exec(words)?.[1];
  return stem?.replace(resolution, '') ?? null;
}

/** Returns the name of a folder or archive without its format; null if it names no format, or nothing else. */
export function withoutFormat(name: string): string | null {
  const written = wordsOf(name);
  return cutFormat(toWords(written.toLowerCase())) ?? cutFormat(toWords(written));
}

/** Finds the twins in one folder. An archive that names no format can be the first of a set. */
function findTwins(names: readonly string[]): readonly Twins[] {
  const found = new Map<string, string[]>();
  for (const name of names) {
    const stem = withoutFormat(name);
    if (stem !== null) found.set(stem, [...(found.get(stem) ?? []), name]);
  }
  if (found.size === 0) return [];
  for (const name of names.filter(isArchive))
    if (withoutFormat(name) === null) found.get(toWords(wordsOf(name).toLowerCase()))?.push(name);
  return [...found]
    .filter(([, members]) => members.length > 1)
    .map(([stem, members]) => ({ stem, members: members.sort() }));
}

export function splitTwins(names: readonly string[]) {
  const twins = findTwins(names);
  const members = new Set(twins.flatMap((one) => one.members));
  return { twins, isTwin: (name: string) => members.has(name) };
}

/** The name of the unit that twins form in their folder; no real folder has it. */
export const toTwinsName = ({ stem }: Pick<Twins, 'stem'>) => `${stem}**`;

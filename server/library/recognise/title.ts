import { rememberSome } from '../../base/cache/remember.ts';
import { toWords } from '../../shared/to-words.ts';
import { kindOfFolder } from './folder-kinds.ts';
import { isGeneric, isMeaningless, readSceneName, type SceneName } from './scene-name.ts';

/** Prefixes of mesh names in engines and studios. */
const prefix =
  /^(?:(?:SM|SK|SKM|ST|GEO|MSH|MESH|PROP|PRP|mesh|geo|sm|sk)_(?=.*\p{L})|(?:P|BP|S)_(?=.*\p{Lu}\p{Ll}))/u;
/** Upload numbers, a shop's guid at either end, and what a shop of printable models adds. */
const upload =
  /^(?:\d{5,}|uploads_files_\d+|[0-9a-f]{24,32})\s*[_-]+\s*(?=.*\p{L})|\s*[_-]+\s*(?:\d{6,}|[0-9a-f]{24,32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|model[_ -]files)$/giu;

function findTitle(name: string): string {
  const words = name
    .normalize('NFC')
    .replace(upload, '')
    .replace(prefix, '')
    .replace(/(?<!(?<!\p{L})(?:\p{Ll}{1,2}|Mc))(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(\d)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_.\-+]+/)
    .filter((word) => word !== '');
  const [first = '', ...others] = words;
  if (first === '') return name;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ');
}

/** Turns "SM_Chair_Dining_01" into "Chair Dining 01"; capitals stay as written. */
export const writeTitle = rememberSome(500, findTitle);

export const withoutArchives = (path: string) => path.replace(/\.zip(?=\/|$)/gi, '');

/** Folder names that do not describe their content. */
const meaningless =
  /^(?:assets?|downloads?|library|libraries|content|contents|resources?|data|packs?|kits?|all|misc|new folder(?: \d+)?|untitled folder|art|src|dist|public|static|samples?|examples?|addons|demo|files|packages?|unsorted|models? \d+|originals?|converted|runtime|[a-z\d]|reality ?capture|metashape|agisoft|photoscan|meshroom)$/;

const wordsOf = (folder: string) => toWords(writeTitle(folder));
/** "OfficeDesk" in lower case must equal "office desk". */
const squash = (words: string) => words.replaceAll(' ', '');
/** Cached, as every model queries all folders above it. */
const isTelling = rememberSome(
  500,
  (folder) =>
    kindOfFolder(folder) === 'other' && !meaningless.test(wordsOf(folder)) && !isGeneric(wordsOf(folder)),
);

/** Returns a model's folders that add something to its title, as written, nearest first. */
export const listTellingFolders = (folder: string, title: string): readonly string[] =>
  withoutArchives(folder)
    .split('/')
    .slice(0, folder.endsWith('*') ? -1 : undefined)
    .filter((part) => isTelling(part) && !isAlso(part, title))
    .reverse();

export type Placed = {
  /** From the library to the model's own folder. */
  readonly folder: string;
  readonly name: SceneName;
  /** The model's path in its folder; '' for its only model. */
  readonly key: string;
  /** How folders name the model; null for the default. */
  readonly template?: string | null;
  /** True if the sibling folders hold one model each: the folder's name is then the model's, and not a category. */
  readonly isAmongOnes?: boolean;
};

type NamedPlace = {
  readonly title: string;
  readonly category: string | null;
  readonly subcategory: string | null;
  readonly tags: readonly string[];
};

const isAlso = (folder: string, title: string) => squash(wordsOf(folder)) === squash(toWords(title));

/** Returns true if the folder of its only model has the model's name, and so is not another shelf. */
function isOwnFolder(folder: string, name: SceneName): boolean {
  const words = new Set(readSceneName(`${folder}.x`).stem.split(' '));
  const own = name.stem.split(' ');
  if (squash(wordsOf(folder)) === squash(name.stem)) return true;
  return isGeneric(name.stem) || own.some((word) => word.length > 2 && words.has(word));
}

/** Returns the values that a template takes from folder names; meaningful folders beyond it become tags. */
function readTemplate(folders: readonly string[], template: string) {
  const parts = template.split('/');
  const named = (part: string) => folders[parts.indexOf(part)] ?? null;
  const isTag = (index: number) => parts[index] === '{tag}' || index >= parts.length;
  const tags = folders.filter((folder, index) => isTag(index) && isTelling(folder));
  return {
    category: named('{category}'),
    subcategory: named('{subcategory}'),
    title: parts.includes('{title}') ? named('{title}') : null,
    tags,
  };
}

const writeOrNull = (name: string | null) => (name === null ? null : writeTitle(name));

/**
 * Reads a place by a template, usually `{category}/{subcategory}/{title}`; folders in between become tags. A folder
 * named like the model is not a category, nor is anything below it.
 */
export function readPlace(placed: Placed, known?: string): NamedPlace {
  const { template = null } = placed;
  const usual = readUsualPlace(placed, known);
  if (template === null) return usual;
  const all = [...placed.folder.split('/'), ...placed.key.split('/').slice(0, -1)].filter(
    (part) => part !== '',
  );
  const { title, ...parts } = readTemplate(all, template);
  return {
    title: writeOrNull(title) ?? usual.title,
    category: writeOrNull(parts.category),
    subcategory: writeOrNull(parts.subcategory),
    tags: parts.tags.map(writeTitle),
  };
}

/** Returns the folder that names a model whose parts all have other names. */
const folderOfParts = (folders: readonly string[], { stem, written }: SceneName) =>
  isGeneric(stem) && !isGeneric(readSceneName(`${written}.x`).stem) ? folders.at(-1) : undefined;

/** Words count from three letters; in scripts of short words, from one. */
const longWord = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+|\p{L}{3,}/gu;
const countWords = (text: string) => writeTitle(text).match(longWord)?.length ?? 0;

/** Returns title and tags from a folder and its only model: the name with more words is the title. */
function nameOne(folder: string, { written }: SceneName): { title: string; tags: readonly string[] } {
  const [longer, other] = countWords(written) >= countWords(folder) ? [written, folder] : [folder, written];
  return { title: longer, tags: countWords(other) === 0 ? [] : [writeTitle(other)] };
}

/** An archive is usually unpacked into a folder of its name, or lies in one. */
const withoutRepeats = (folders: readonly string[]) =>
  folders.filter(
    (folder, index) => index === 0 || squash(wordsOf(folder)) !== squash(wordsOf(folders[index - 1] ?? '')),
  );

type Generic = Pick<Placed, 'name' | 'key'> & {
  readonly all: readonly string[];
  readonly last: string | undefined;
};

/**
 * Names a model whose own name says nothing: after its folder, plus the start of a number or hash where needed to
 * distinguish it. One of several models keeps its own name if that has at least a word.
 */
function nameGeneric({ all, last, name, key }: Generic): string | null {
  if (!isGeneric(name.stem)) return null;
  const beneath = last === undefined ? [] : all.slice(all.lastIndexOf(last) + 1);
  const ids = [name.written, ...beneath.filter((folder) => wordsOf(folder).length > 6).reverse()];
  const id = ids.map(wordsOf).find(isMeaningless);
  if (id !== undefined && last !== undefined) return `${last} ${squash(id).slice(0, 8)}`;
  return (key === '' ? (last ?? folderOfParts(all, name)) : undefined) ?? null;
}

function readUsualPlace(
  { folder, name, key, isAmongOnes = false }: Placed,
  known: string | undefined,
): NamedPlace {
  const inside = key.split('/').slice(0, -1);
  const all = [...folder.split('/'), ...inside].filter((part) => part !== '');
  const told = withoutRepeats(all.filter(isTelling));
  const own = known === undefined ? -1 : told.findIndex((part) => isAlso(part, known));
  const telling = own === -1 || key !== '' ? told : told.slice(0, own + 1);
  const last = telling.at(-1);
  const isAlike = key === '' && last !== undefined && (own !== -1 || isOwnFolder(last, name));
  const isOne = !isAlike && isAmongOnes && key === '' && last !== undefined && last === all.at(-1);
  const shelves = isAlike || isOne ? telling.slice(0, -1) : telling;
  const one = isOne ? nameOne(last, name) : null;
  const title = one?.title ?? nameGeneric({ all, last, name, key }) ?? name.written;
  const [category = null, ...more] = shelves.map(writeTitle);
  const [subcategory = null, ...tags] = more.length === 0 ? [] : [more[0] ?? null, ...more.slice(1)];
  return { title: writeTitle(title), category, subcategory, tags: [...tags, ...(one?.tags ?? [])] };
}

import { formatOf, isInBrowsers } from '../../contract/catalogue/formats.ts';
import { folderOf } from '../../contract/relative-path.ts';
import { toWords } from '../../shared/to-words.ts';
import { type FolderKind, kindOfFolder } from './folder-kinds.ts';
import type { SceneGroup } from './group-scenes.ts';
import { baseOf, withoutEngine } from './scene-name.ts';

const shows = 'preview|render|cover|thumb|thumbnail|screenshot|screen ?shot';
const first = new RegExp(`^(?:${shows}|sample|overview|turntable)s?(?: |$)`);
const last = new RegExp(`(?: )(?:${shows})s?(?: \\d+)?$`);
/** These also show a model, but less well. */
const poor = /^(?:wireframe|wire|icon|logo|banner|promo)s?(?: |$)|(?: )wireframes?(?: \d+)?$/;

const wordsOf = (path: string) => toWords(baseOf(path));
export const isInFolderOf = (kind: FolderKind, path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .some((folder) => kindOfFolder(folder) === kind);

const isShown = (path: string) =>
  first.test(wordsOf(path)) || last.test(wordsOf(path)) || isInFolderOf('pictures', path);
/** True if the name or folder says that a picture shows a model and is not one of its textures. */
export const isPicture = (path: string) => isShown(path) || poor.test(wordsOf(path));

/** Returns a picture's name without the words that mark it as a picture. */
const stemOf = (path: string) =>
  withoutEngine(
    wordsOf(path)
      .replace(new RegExp(`^(?:${shows})s? (?=.)`), '')
      .replace(last, ''),
  );
const ranks = shows.split('|');
const rankOf = (path: string) => {
  const at = ranks.findIndex((word) => wordsOf(path).includes(word));
  return at === -1 ? ranks.length : at;
};

type Folder = {
  readonly files: readonly string[];
  /** True if everything directly in the folder belongs to its only model. */
  readonly isOwn: boolean;
  /** True if a material of any model uses the file. */
  readonly isUsed: (file: string) => boolean;
};

/** Finds the picture of a model: one with its name, otherwise a preview in its own folder. */
export function createPictureFinder({ files, isOwn, isUsed }: Folder): (group: SceneGroup) => string | null {
  const pictures = files.filter((file) => isInBrowsers(formatOf(file)) && !isInFolderOf('textures', file));
  const byStem = Map.groupBy(pictures, stemOf);
  const best = (found: readonly string[]) =>
    found.filter((file) => !isUsed(file)).sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))[0] ??
    null;
  return ({ name, scenes }) => {
    const isNear = (file: string) => {
      const folder = isInFolderOf('pictures', file) ? folderOf(folderOf(file)) : folderOf(file);
      return folder === '' || scenes.some((scene) => scene.startsWith(`${folder}/`));
    };
    const stems = new Set([name.stem, ...scenes.map(wordsOf)].map(withoutEngine));
    const named = [...stems].flatMap((stem) => byStem.get(stem) ?? []);
    return best(named.filter(isNear)) ?? (isOwn ? best(pictures.filter(isShown)) : null);
  };
}

import { formatOf, isInspected, isNativeFormat, texturesOf } from '../../contract/catalogue/formats.ts';
import { tellsMap } from '../../shared/texture-names.ts';
import { toWords } from '../../shared/to-words.ts';
import type { SceneGroup } from './group-scenes.ts';
import { isInFolderOf, isPicture } from './pictures.ts';
import { isTexture } from './scene-files.ts';
import { baseOf, withoutEngine } from './scene-name.ts';

const says = /(?:^| )(?:textures?|tex|maps?|uv|atlas|palette|colormap)(?: |$)/;
/** More pictures than this are not one scene's set of textures. */
const mostShared = 32;

type Texture = {
  readonly path: string;
  /** Whether its name or folder marks it as a texture. */
  readonly isSure: boolean;
};
type Sorted = {
  readonly groups: readonly SceneGroup[];
  readonly byStem: ReadonlyMap<string | null, readonly Texture[]>;
};

// `SM_Barrel` is drawn with `T_Barrel_N`.
const stemOf = ({ name }: SceneGroup) => withoutEngine(name.stem);

/** The longest stem that is in the words of a name; null where none is. */
function findOwner(words: readonly string[], stems: ReadonlySet<string>): string | null {
  let owner: string | null = null;
  for (let start = 0; start < words.length; start += 1)
    for (let end = words.length; end > start; end -= 1) {
      const part = words.slice(start, end).join(' ');
      if (part.length > (owner?.length ?? 0) && stems.has(part)) owner = part;
    }
  return owner;
}

/** Looks at each picture of a folder once, however many models there are. */
function sortTextures(groups: readonly SceneGroup[], files: readonly string[]): Sorted {
  const stems = new Set(groups.map(stemOf));
  const byStem = new Map<string | null, Texture[]>();
  for (const path of files) {
    if (!isTexture(path) || isPicture(path)) continue;
    const words = toWords(baseOf(path));
    const isInFolder = isInFolderOf('textures', path);
    // A picture beside a model with exactly its name is its picture.
    if (!isInFolder && stems.has(withoutEngine(words))) continue;
    const owner = findOwner(words.split(' '), stems);
    const texture = { path, isSure: isInFolder || tellsMap(path) || says.test(words) };
    const owned = byStem.get(owner);
    if (owned) owned.push(texture);
    else byStem.set(owner, [texture]);
  }
  return { groups, byStem };
}

/** All models of a folder ask for the same files. */
const sorted = new WeakMap<readonly string[], Sorted>();
function recallSorted(groups: readonly SceneGroup[], files: readonly string[]): Sorted {
  const known = sorted.get(files);
  if (known?.groups === groups) return known;
  const found = sortTextures(groups, files);
  sorted.set(files, found);
  return found;
}

type TextureGuess = {
  readonly group: SceneGroup;
  readonly groups: readonly SceneGroup[];
  /** Files of the folder. */
  readonly files: readonly string[];
  /** Whether its scenes name textures that were found. */
  readonly hasNamed: boolean;
};

/**
 * Textures that may belong to a model whose scenes do not tell: those that are called like it; all that there are where it
 * is the only one; else those that are called like none, where its scenes name none. What a scene could have named and did
 * not is a texture only where its name or folder says so.
 */
export function guessTextures({ group, groups, files, hasNamed }: TextureGuess): readonly string[] {
  const formats = group.scenes.map(formatOf).filter((format) => texturesOf(format) === 'beside');
  if (formats.length === 0) return [];
  const { byStem } = recallSorted(groups, files);
  const isRead = formats.every((format) => isInspected(format) && !isNativeFormat(format));
  const pick = (textures: readonly Texture[] = []) =>
    textures.filter(({ isSure }) => isSure || !isRead).map(({ path }) => path);
  if (groups.length === 1) return pick([...byStem.values()].flat());
  const own = pick(byStem.get(stemOf(group)));
  if (own.length > 0 || hasNamed) return own;
  const shared = pick(byStem.get(null));
  return shared.length <= mostShared ? shared : [];
}

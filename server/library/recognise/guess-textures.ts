import { formatOf, isInspected, isNativeFormat, texturesOf } from '../../contract/catalogue/formats.ts';
import { tellsMap } from '../../shared/texture-names.ts';
import { toWords } from '../../shared/to-words.ts';
import type { SceneGroup } from './group-scenes.ts';
import { isInFolderOf, isPicture } from './pictures.ts';
import { isTexture } from './scene-files.ts';
import { baseOf, withoutEngine } from './scene-name.ts';

const says = /(?:^| )(?:textures?|tex|maps?|uv|atlas|palette|colormap)(?: |$)/;
/** More pictures than this are not the textures of one scene. */
const mostShared = 32;

type Texture = {
  readonly path: string;
  readonly isSure: boolean;
};
type Sorted = {
  readonly groups: readonly SceneGroup[];
  readonly byStem: ReadonlyMap<string | null, readonly Texture[]>;
};

// `SM_Barrel` uses `T_Barrel_N`.
const stemOf = ({ name }: SceneGroup) => withoutEngine(name.stem);

/** Returns the longest stem among the words of a name, or null. */
function findOwner(words: readonly string[], stems: ReadonlySet<string>): string | null {
  let owner: string | null = null;
  for (let start = 0; start < words.length; start += 1)
    for (let end = words.length; end > start; end -= 1) {
      const part = words.slice(start, end).join(' ');
      if (part.length > (owner?.length ?? 0) && stems.has(part)) owner = part;
    }
  return owner;
}

/** Sorts the pictures of a folder once, for all its models. */
function sortTextures(groups: readonly SceneGroup[], files: readonly string[]): Sorted {
  const stems = new Set(groups.map(stemOf));
  const byStem = new Map<string | null, Texture[]>();
  for (const path of files) {
    if (!isTexture(path) || isPicture(path)) continue;
    const words = toWords(baseOf(path));
    const isInFolder = isInFolderOf('textures', path);
    // A picture named exactly like a model shows that model.
    if (!isInFolder && stems.has(withoutEngine(words))) continue;
    const owner = findOwner(words.split(' '), stems);
    const texture = { path, isSure: isInFolder || tellsMap(path) || says.test(words) };
    const owned = byStem.get(owner);
    if (owned) owned.push(texture);
    else byStem.set(owner, [texture]);
  }
  return { groups, byStem };
}

/** Cached by list of files, which all models of a folder share. */
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
  readonly files: readonly string[];
  /** True if its scenes name textures that were found. */
  readonly hasNamed: boolean;
};

/**
 * Returns textures that may belong to a model whose scenes name none: those named like it; all of them if it is the
 * only model; otherwise those named like no model, if its scenes name no texture that exists. If the scenes could have
 * named textures, a picture counts only if its name or folder marks it as a texture.
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

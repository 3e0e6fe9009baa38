import { formatOf, texturesOf } from '../../contract/catalogue/formats.ts';
import { toWords } from '../../shared/to-words.ts';
import type { SceneGroup } from './group-scenes.ts';
import { isTexture } from './scene-files.ts';
import { baseOf, withoutEngine } from './scene-name.ts';

const picture =
  /^(?:preview|thumb|thumbnail|render|screenshot|screen ?shot|cover|sample|overview|wireframe|wire|turntable|icon|logo|banner|promo)s?(?: |$)|(?: )(?:preview|thumb|thumbnail|render|screenshot|wireframe)s?(?: \d+)?$/;
/** More pictures than that are no shared set of textures of a scene. */
const mostShared = 32;

/** Whether a picture is one of the model, and not one of its textures. */
const isPicture = (path: string) => picture.test(toWords(baseOf(path)));
const isNamedAfter = (texture: string, stem: string) => ` ${toWords(baseOf(texture))} `.includes(` ${stem} `);

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
 * is the only one; else those that are called like none, where its scenes name none.
 */
export function guessTextures({ group, groups, files, hasNamed }: TextureGuess): readonly string[] {
  if (!group.scenes.some((scene) => texturesOf(formatOf(scene)) === 'beside')) return [];
  const textures = files.filter((file) => isTexture(file) && !isPicture(file));
  if (groups.length === 1) return textures;
  // `SM_Barrel` is drawn with `T_Barrel_N`.
  const stemOf = ({ name }: SceneGroup) => withoutEngine(name.stem);
  const stems = groups.map(stemOf).sort((a, b) => b.length - a.length);
  const ownerOf = (texture: string) => stems.find((stem) => isNamedAfter(texture, stem));
  const own = textures.filter((texture) => ownerOf(texture) === stemOf(group));
  if (own.length > 0 || hasNamed) return own;
  const shared = textures.filter((texture) => ownerOf(texture) === undefined);
  return shared.length <= mostShared ? shared : [];
}

import { matchRankOf, texturesOf } from '../contract/catalogue/formats.ts';
import {
  isWorn,
  readName,
  surfaceOf,
  type TextureRole,
  type ToldTexture,
  wornRoles,
} from './texture-names.ts';
import { toWords } from './to-words.ts';

/** The textures of one surface: their paths, by map. */
export type TextureSet = Readonly<Partial<Record<TextureRole, string>>>;

type NamedTexture = ToldTexture & { readonly role: TextureRole };

/** Maps that include others, fully or partly; the included ones are dropped. */
const covers: Readonly<Partial<Record<TextureRole, readonly TextureRole[]>>> = {
  normal: ['normalDx'],
  packed: ['metallicRoughness', 'roughness', 'metalness', 'occlusion'],
  metallicRoughness: ['roughness', 'metalness'],
};

type Gathered = { readonly stem: string; readonly set: TextureSet };

function gather(textures: readonly NamedTexture[]): TextureSet | null {
  const sorted = textures.toSorted((a, b) => b.rank - a.rank || (a.path < b.path ? -1 : 1));
  const find = (role: TextureRole) => sorted.find((texture) => texture.role === role);
  const base = find('baseColor');
  if (base === undefined || (base.isByLetter && !find('normal') && !find('normalDx'))) return null;
  const covered = new Set(wornRoles.filter((role) => find(role)).flatMap((role) => covers[role] ?? []));
  return Object.fromEntries(
    wornRoles.flatMap((role) => {
      const found = covered.has(role) ? undefined : find(role);
      return found ? [[role, found.path] as const] : [];
    }),
  );
}

/** Gathers complete sets only: a material without its colour looks wrong. */
function gatherSets(pictures: readonly string[]): readonly Gathered[] {
  const named = pictures.flatMap((path): readonly NamedTexture[] => {
    const kind = matchRankOf(/[^.]*$/.exec(path)?.[0].toLowerCase() ?? '');
    const texture = kind === null ? null : readName(path);
    if (kind === null || texture === null || !isWorn(texture.role)) return [];
    return [{ ...texture, role: texture.role, rank: texture.rank - kind }];
  });
  const bySurface = Map.groupBy(named, surfaceOf);
  return [...bySurface.values()].flatMap((textures): readonly Gathered[] => {
    const set = gather(textures);
    return set ? [{ stem: textures[0]?.stem ?? '', set }] : [];
  });
}

type SceneFile = { readonly format: string; readonly needs: readonly string[] };
/** True if any picture beside a scene could be matched to a material by name. */
export const mayMatchByName = ({ format, needs }: SceneFile) =>
  texturesOf(format) === 'beside' && gatherSets(needs).length > 0;

export type Surface = {
  readonly name: string;
  /** True if it can take textures: it has neither textures nor vertex colours, and its shapes have coordinates. */
  readonly isOpen: boolean;
};

/** Strips the prefixes and suffixes that programs add to a material's name. */
const nameOfMaterial = (name: string) =>
  toWords(name)
    .replace(/^(?:mi?|mat|mtl|material) (?=.)/, '')
    .replace(/(?<=.) (?:mat|mtl|material|sg|\d{3})$/, '');

/**
 * Assigns textures to materials whose file names none; returns them by name of the material. A single material gets a
 * single set of textures; of several, each gets the only set with its name. Uncertain matches are dropped.
 */
export function matchTextures(
  surfaces: readonly Surface[],
  pictures: readonly string[],
): ReadonlyMap<string, TextureSet> {
  const byName = Map.groupBy(surfaces, ({ name }) => name);
  const open = [...byName].flatMap(([name, same]) => (same.every(({ isOpen }) => isOpen) ? [name] : []));
  if (open.length === 0) return new Map();
  const sets = gatherSets(pictures);
  const [only, ...others] = sets;
  if (byName.size === 1 && only && others.length === 0) return new Map(open.map((name) => [name, only.set]));
  const names = [...byName.keys()].map(nameOfMaterial).filter((name) => name !== '');
  const longestFirst = names.sort((a, b) => b.length - a.length);
  const ownerOf = ({ stem }: Gathered) => longestFirst.find((name) => ` ${stem} `.includes(` ${name} `));
  return new Map(
    open.flatMap((name) => {
      const [own, ...more] = sets.filter((set) => ownerOf(set) === nameOfMaterial(name));
      return own && more.length === 0 ? [[name, own.set] as const] : [];
    }),
  );
}

import { matchRankOf, texturesOf } from '../contract/catalogue/formats.ts';
import { toWords } from './to-words.ts';

/** The map that a texture holds. `packed` has occlusion, roughness and metalness as red, green and blue. */
type TextureRole =
  | 'baseColor'
  | 'normal'
  /** The same with green pointing down, as DirectX has it. */
  | 'normalDx'
  | 'packed'
  | 'metallicRoughness'
  | 'roughness'
  | 'metalness'
  | 'occlusion'
  | 'emissive'
  | 'opacity';
type KnownRole = TextureRole | 'other';

/** The textures of one surface: their paths, by what they tell. */
export type TextureSet = Readonly<Partial<Record<TextureRole, string>>>;

type Words = Readonly<Partial<Record<KnownRole, string>>>;
const telling: Words = {
  baseColor:
    'base ?colou?r(?: (?:transparency|alpha|opacity))?|basecol|albedo(?: (?:transparency|alpha|opacity))?|diffuse(?: colou?r)?|diff|bc',
  normal: '(?:normals?|norm|nor|nrm) ?(?:gl|ogl|open ?gl)|normals?|norm|nor|nrm|nml',
  normalDx: '(?:normals?|norm|nor|nrm) ?(?:dx|d3d|direct ?x)',
  packed:
    'orm|arm|aorm|(?:ambient )?occlusion ?roughness ?metal(?:lic|ness)|ao ?rough(?:ness)? ?metal(?:lic|ness)?',
  metallicRoughness: 'metal(?:lic|ness) ?roughness',
  roughness: 'roughness|rgh',
  metalness: 'metalness|metallic',
  occlusion: '(?:ambient|mixed) ?(?:occlusion|ao)|occlusion|ao',
  emissive: '(?:emissive|emission)(?: colou?r)?',
  opacity: 'opacity|transparency',
  other:
    '(?:specular|reflection|subsurface|scattering|transmission|sheen|coat)(?: colou?r)?|(?:colou?r|material) (?:id|mask)|height|displacement|gloss(?:iness)?|(?:metallic ?)?smoothness|curvature|cavity|thickness|translucency|mask ?map|rma|mra',
};
/** Words of other things as well, so that they count only at the end of a name, and where no other does. */
const weak: Words = {
  baseColor: 'colou?r|col',
  roughness: 'rough',
  metalness: 'metal',
  emissive: 'emit|glow',
  opacity: 'alpha',
  other: 'spec|disp|bump|id',
};
/** The least sure. */
const letters: Words = { baseColor: 'd', normal: 'n', roughness: 'r', metalness: 'm', emissive: 'e' };

type Rule = { readonly role: KnownRole; readonly pattern: RegExp };
const isRole = (name: string): name is KnownRole => name in telling;
const toRules = (words: Words, end: string): readonly Rule[] =>
  Object.entries(words).flatMap(([role, alternatives]) =>
    isRole(role) ? [{ role, pattern: new RegExp(`(?<=^| )(?:${alternatives})(?=${end})`, 'g') }] : [],
  );
/** The surest first. */
const levels = [toRules(telling, ' |$'), toRules(weak, '$'), toRules(letters, '$')];

type Found = { readonly role: KnownRole; readonly start: number; readonly end: number };

/** The last word that names a role, and the longest match that ends there. */
function findLast(words: string, rules: readonly Rule[]): Found | null {
  let best: Found | null = null;
  for (const { role, pattern } of rules)
    for (const { index: start, 0: text } of words.matchAll(pattern)) {
      const end = start + text.length;
      if (best === null || end > best.end || (end === best.end && start < best.start))
        best = { role, start, end };
    }
  return best;
}

const noise =
  /(?<=^| )(?:(?:1|2|4|8|16)k|256|512|1024|2048|4096|8192|jpe?g|png|tga|tiff?|maps?|textures?|srgb|raw|linear)(?= |$)/g;
const tidy = (words: string) => words.replace(noise, ' ').replace(/ +/g, ' ').trim();
const ofEngine = /^(?:tx?|tex) (?=.)/;

function readResolution(words: string): number {
  const [, thousands, pixels] = /(?:^| )(?:(1|2|4|8|16)k|(\d{3,4}))(?= |$)/.exec(words) ?? [];
  return thousands === undefined ? Number(pixels ?? 0) : 1024 * Number(thousands);
}

/** Whether the name of a picture says which map of a material it holds. */
export function tellsMap(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const said = tidy(toWords(name));
  return levels.some((rules) => findLast(said, rules) !== null);
}

type NamedTexture = {
  readonly path: string;
  readonly role: TextureRole;
  /** The rest of the name; equal for the textures of one surface. */
  readonly stem: string;
  /** The textures of one surface lie together. */
  readonly folder: string;
  readonly isByLetter: boolean;
  /** The highest wins among several for the same map. */
  readonly rank: number;
};

/** Reads the map and resolution from a texture's name; null if the name does not say. */
function readName(path: string): NamedTexture | null {
  const parts = path.replaceAll('\\', '/').split('/');
  const [, name = '', ending = ''] = /^(.*)\.([^.]*)$/.exec(parts.at(-1) ?? '') ?? [];
  const kind = matchRankOf(ending.toLowerCase());
  if (kind === null) return null;
  const words = toWords(name);
  const said = tidy(words);
  for (const [level, rules] of levels.entries()) {
    const found = findLast(said, rules);
    if (found === null) continue;
    const { role, start, end } = found;
    if (role === 'other') return null;
    const stem = tidy(`${said.slice(0, start)} ${said.slice(end)}`);
    // Unreal's names, and Unreal's normals.
    const isDirectX = role === 'normal' && /^t /.test(words) && !/gl$/.test(said.slice(start, end));
    return {
      ...{ path, role: isDirectX ? 'normalDx' : role, stem: stem.replace(ofEngine, '') },
      folder: parts
        .slice(0, -1)
        .map((part) => tidy(toWords(part)))
        .filter((part) => part !== '')
        .join('/'),
      isByLetter: level === 2,
      rank: readResolution(words) * 100 - level * 10 - kind,
    };
  }
  return null;
}

/** Maps that repeat others, fully or in part; they are left out beside those. */
const covers: Readonly<Partial<Record<TextureRole, readonly TextureRole[]>>> = {
  normal: ['normalDx'],
  packed: ['metallicRoughness', 'roughness', 'metalness', 'occlusion'],
  metallicRoughness: ['roughness', 'metalness'],
};
const roles = Object.keys(telling).filter((role): role is TextureRole => isRole(role) && role !== 'other');

type Gathered = { readonly stem: string; readonly set: TextureSet };

function gather(textures: readonly NamedTexture[]): TextureSet | null {
  const sorted = textures.toSorted((a, b) => b.rank - a.rank || (a.path < b.path ? -1 : 1));
  const find = (role: TextureRole) => sorted.find((texture) => texture.role === role);
  const base = find('baseColor');
  if (base === undefined || (base.isByLetter && !find('normal') && !find('normalDx'))) return null;
  const covered = new Set(roles.filter((role) => find(role)).flatMap((role) => covers[role] ?? []));
  return Object.fromEntries(
    roles.flatMap((role) => {
      const found = covered.has(role) ? undefined : find(role);
      return found ? [[role, found.path] as const] : [];
    }),
  );
}

/** Only complete sets count: a material without its colour looks wrong. */
function gatherSets(pictures: readonly string[]): readonly Gathered[] {
  const named = pictures.map(readName).filter((texture) => texture !== null);
  const bySurface = Map.groupBy(named, ({ folder, stem }) => `${folder}/${stem}`);
  return [...bySurface.values()].flatMap((textures): readonly Gathered[] => {
    const set = gather(textures);
    return set ? [{ stem: textures[0]?.stem ?? '', set }] : [];
  });
}

type SceneFile = { readonly format: string; readonly needs: readonly string[] };
/** Whether any picture that a scene has next to it could be matched to a material by name. */
export const mayMatchByName = ({ format, needs }: SceneFile) =>
  texturesOf(format) === 'beside' && gatherSets(needs).length > 0;

export type Surface = {
  /** The material's name. */
  readonly name: string;
  /** Whether it can take textures: it has none of its own, nor colours of its vertices, and its shapes have coordinates for them. */
  readonly isOpen: boolean;
};

/** A material's name without the prefixes and suffixes that programs add. */
const nameOfMaterial = (name: string) =>
  toWords(name)
    .replace(/^(?:mi?|mat|mtl|material) (?=.)/, '')
    .replace(/(?<=.) (?:mat|mtl|material|sg|\d{3})$/, '');

/**
 * The textures that belong to materials whose file names none, by the name of the material. Where there is one material and
 * one set of textures, they belong together; of several, each material gets the only set that is called like it. What is not
 * certain is left out.
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

import { colorSpaceOf, type TextureMap } from '../contract/catalogue/texture-maps.ts';
import type { Texture } from '../contract/catalogue/textures.ts';
import { toWords } from './to-words.ts';

/** The map in a texture. `packed` has occlusion, roughness and metalness as red, green and blue. */
export type TextureRole =
  | 'baseColor'
  | 'normal'
  /** The same with green pointing down, as in DirectX. */
  | 'normalDx'
  | 'packed'
  | 'metallicRoughness'
  | 'roughness'
  | 'metalness'
  | 'occlusion'
  | 'emissive'
  | 'opacity';
/** Maps that are recognised, but not applied to materials here. */
type ToldRole = TextureRole | 'height' | 'specular' | 'glossiness';
type KnownRole = ToldRole | 'other';

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
  height: 'height|displacement',
  specular: '(?:specular|reflection)(?: colou?r)?',
  glossiness: 'gloss(?:iness)?|smoothness',
  other:
    '(?:subsurface|scattering|transmission|sheen|coat)(?: colou?r)?|(?:colou?r|material) (?:id|mask)|metallic ?smoothness|curvature|cavity|thickness|translucency|mask ?map|rma|mra',
};
/** Words with other meanings, which only count at the end of a name, and if no other word does. */
const weak: Words = {
  baseColor: 'colou?r|col',
  roughness: 'rough',
  metalness: 'metal',
  emissive: 'emit|glow',
  opacity: 'alpha',
  height: 'disp|bump',
  specular: 'spec',
  other: 'id',
};
/** The least reliable. */
const letters: Words = { baseColor: 'd', normal: 'n', roughness: 'r', metalness: 'm', emissive: 'e' };

type Rule = { readonly role: KnownRole; readonly pattern: RegExp };
const isRole = (name: string): name is KnownRole => name in telling;
const toRules = (words: Words, end: string): readonly Rule[] =>
  Object.entries(words).flatMap(([role, alternatives]) =>
    isRole(role) ? [{ role, pattern: new RegExp(`(?<=^| )(?:${alternatives})(?=${end})`, 'g') }] : [],
  );
/** Most reliable first. */
const levels = [toRules(telling, ' |$'), toRules(weak, '$'), toRules(letters, '$')];

type Found = { readonly role: KnownRole; readonly start: number; readonly end: number };

/** Finds the last word that names a map, and the longest match that ends there. */
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

/** True if a picture's name says which map it is. */
export function tellsMap(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const label = tidy(toWords(name));
  return levels.some((rules) => findLast(label, rules) !== null);
}

export type ToldTexture = {
  readonly path: string;
  readonly role: ToldRole;
  /** The rest of the name; equal for the textures of one surface. */
  readonly stem: string;
  /** The textures of one surface share a folder. */
  readonly folder: string;
  readonly isByLetter: boolean;
  /** The highest wins among several of the same map. */
  readonly rank: number;
};

/** Reads the map and resolution from a texture's name; null if it does not name a map. */
export function readName(path: string): ToldTexture | null {
  const parts = path.replaceAll('\\', '/').split('/');
  const [, name = ''] = /^(.*)\.[^.]*$/.exec(parts.at(-1) ?? '') ?? [];
  const words = toWords(name);
  const label = tidy(words);
  for (const [level, rules] of levels.entries()) {
    const found = findLast(label, rules);
    if (found === null) continue;
    const { role, start, end } = found;
    if (role === 'other') return null;
    const stem = tidy(`${label.slice(0, start)} ${label.slice(end)}`);
    // A name in Unreal's style means a normal map in Unreal's format.
    const isDirectX = role === 'normal' && /^t /.test(words) && !/gl$/.test(label.slice(start, end));
    return {
      ...{ path, role: isDirectX ? 'normalDx' : role, stem: stem.replace(ofEngine, '') },
      folder: parts
        .slice(0, -1)
        .map((part) => tidy(toWords(part)))
        .filter((part) => part !== '')
        .join('/'),
      isByLetter: level === 2,
      rank: readResolution(words) * 100 - level * 10,
    };
  }
  return null;
}

const onlyTold: ReadonlySet<string> = new Set(['height', 'specular', 'glossiness', 'other']);
export const isWorn = (role: string): role is TextureRole => isRole(role) && !onlyTold.has(role);
export const wornRoles = Object.keys(telling).filter(isWorn);

export const surfaceOf = ({ folder, stem }: ToldTexture) => `${folder}/${stem}`;

function toMap(role: ToldRole): TextureMap {
  if (role === 'normalDx') return 'normal';
  if (role === 'packed') return 'orm';
  return role === 'metalness' ? 'metallic' : role;
}

/**
 * Returns the map of each picture by its name, and the rest of the name, which is the same for one surface. A single
 * letter counts only if another picture of the surface has a different map.
 */
export function tellMaps(paths: readonly string[]) {
  const told = paths.map(readName).filter((texture) => texture !== null);
  return [...Map.groupBy(told, surfaceOf).values()].flatMap((textures) => {
    const isSet = new Set(textures.map(({ role }) => role)).size > 1;
    const certain = textures.filter(({ isByLetter }) => isSet || !isByLetter);
    return certain.map(({ path, role, stem }) => ({ path, map: toMap(role), surface: stem }));
  });
}

/** Returns the map of a picture by its name alone, if it names one. */
export const tellMap = (path: string) => tellMaps([path])[0]?.map;

/** The same in the form of answers. */
export const nameTextures = (paths: readonly string[]): Texture[] =>
  tellMaps(paths).map(({ path: relativePath, map, surface }) => ({
    ...{ relativePath, map, colorSpace: colorSpaceOf(map) },
    material: surface === '' ? null : surface,
  }));

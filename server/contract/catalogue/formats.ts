import { keptFormats } from './kept-formats.ts';

type FormatRole = 'scene' | 'texture' | 'support';

/** The DCC apps that have a plugin of ours. */
export const dccApps = ['3dsmax', 'unity', 'blender', 'godot'] as const;
export type DccApp = (typeof dccApps)[number];
const ours: ReadonlySet<string> = new Set(dccApps);

type FormatRow = {
  readonly role: FormatRole;
  /** Absent: application/octet-stream. */
  readonly contentType?: string;
  /**
   * Where a scene's textures are: `inside` the file, if anywhere; `named` exactly by it; or `beside` it, if the
   * references cannot be read exactly and every texture in its folder may belong to it.
   */
  readonly textures?: 'inside' | 'named' | 'beside';
  /** The server reads the content of such files (server/inspect); others are only hashed. */
  readonly isInspected?: true;
  /** The first bytes, in the notation of kept-formats.ts. Absent if they prove nothing, or if a reader checks them. */
  readonly begins?: RegExp;
  /** Raised when a new version reads more from such files, so that these, and only these, are read again. */
  readonly reading?: number;
  /** Rank as a source of posters (src-renderer/posters) and levels (server/derive/make), lowest first. */
  readonly posterRank?: number;
  /** Rank in the 3D view (src-renderer/viewer): the format that loads fastest and looks best has the lowest. */
  readonly viewRank?: number;
  /** Rank in lists from which a person chooses, lowest first; formats without one follow. */
  readonly choiceRank?: number;
  /** Rank as a source of assets for Blender (server/blender-library/make), lowest first. */
  readonly assetRank?: number;
  /** Its files can be text, which some programs write as UTF-16. */
  readonly isText?: true;
  /** Counting its triangles requires reading the whole file. */
  readonly isUncounted?: true;
  /** The scan finds its units; server/library/duplicates measures its size. */
  readonly isSizedByShape?: true;
  readonly isArchive?: true;
  /** Rank of a texture format: of two files of one kind, the 3D view and levels use the lower rank. */
  readonly matchRank?: number;
  readonly isInBrowsers?: true;
  /** The apps whose plugin imports it. */
  readonly importers?: readonly DccApp[];
  /** The only program that this is the native format of: one with a plugin of ours, or any `other`. */
  readonly nativeTo?: DccApp | 'other';
};

const measured = { isInspected: true, isSizedByShape: true } as const;
const picture = { role: 'texture', isInspected: true } as const;
const shown = { ...picture, isInBrowsers: true } as const;
const rawPicture = { role: 'texture' } as const;
const scene = { role: 'scene', textures: 'beside' } as const;
const whole = { role: 'scene', textures: 'inside', isInspected: true } as const;
const native = { ...scene, nativeTo: 'other', reading: 2 } as const;
const composed = { ...scene, isInspected: true, isText: true, isUncounted: true, reading: 3 } as const;
const inBlender = ['blender'] as const;
const houdini = /^(?:07070|Hou)/;
const kept: FormatRow = { role: 'scene', textures: 'inside', nativeTo: 'other' };

/** Every format that Lodestock reads or hands to apps, by its extension in lower case. */
export const formats = {
  glb: {
    ...{ ...whole, contentType: 'model/gltf-binary', reading: 1 },
    ...{ posterRank: 0, viewRank: 0, choiceRank: 4, assetRank: 0 },
    importers: ['unity', 'blender', 'godot'],
  },
  vrm: { ...whole, contentType: 'model/gltf-binary', posterRank: 9, viewRank: 9 },
  gltf: {
    role: 'scene',
    textures: 'named',
    contentType: 'model/gltf+json',
    isInspected: true,
    isText: true,
    posterRank: 1,
    viewRank: 1,
    choiceRank: 5,
    importers: ['blender', 'godot'],
    reading: 1,
  },
  fbx: {
    ...scene,
    isInspected: true,
    isText: true,
    posterRank: 2,
    viewRank: 2,
    choiceRank: 1,
    assetRank: 1,
    importers: ['3dsmax', 'unity', 'blender', 'godot'],
    reading: 1,
  },
  obj: {
    ...scene,
    contentType: 'model/obj',
    isInspected: true,
    isText: true,
    posterRank: 3,
    viewRank: 3,
    choiceRank: 3,
    importers: ['3dsmax', 'unity', 'blender'],
  },
  stl: { ...whole, contentType: 'model/stl', isText: true, posterRank: 4, viewRank: 5, importers: inBlender },
  ply: { ...whole, isText: true, posterRank: 5, viewRank: 4, importers: inBlender },
  dae: {
    ...{ ...scene, ...measured, contentType: 'model/vnd.collada+xml', isText: true },
    ...{ posterRank: 6, viewRank: 6, importers: inBlender },
  },
  '3mf': { ...whole, ...measured, contentType: 'model/3mf', posterRank: 7, viewRank: 7, isArchive: true },
  usdz: {
    ...composed,
    textures: 'inside',
    contentType: 'model/vnd.usdz+zip',
    posterRank: 8,
    viewRank: 8,
    choiceRank: 6,
    isArchive: true,
    importers: ['blender'],
  },
  usd: { ...composed, posterRank: 10, viewRank: 10, importers: inBlender },
  usda: { ...composed, posterRank: 11, viewRank: 11, importers: inBlender },
  usdc: { ...composed, posterRank: 12, viewRank: 12, importers: inBlender },
  vox: { ...whole, posterRank: 13, viewRank: 13, begins: /^VOX /, reading: 1 },
  abc: { role: 'scene', textures: 'inside', begins: /^(?:Ogawa|\x89HDF)/, reading: 2 },
  blend: {
    ...scene,
    isInspected: true,
    choiceRank: 2,
    importers: ['blender'],
    nativeTo: 'blender',
    begins: /^(?:BLENDER|␀\x8b␀|\x28\xb5\x2f\xfd)/,
    reading: 2,
  },
  max: {
    ...scene,
    isInspected: true,
    choiceRank: 0,
    importers: ['3dsmax'],
    nativeTo: '3dsmax',
    begins: /^\xd0\xcf␀\xe0/,
    reading: 3,
  },
  unitypackage: {
    role: 'scene',
    textures: 'inside',
    choiceRank: 7,
    importers: ['unity'],
    nativeTo: 'unity',
    begins: /^␀\x8b␀/,
    reading: 2,
  },
  ma: { ...native, begins: /^\s*\/\// },
  mb: { ...native, begins: /^FOR[M48]/ },
  c4d: { ...native, begins: /^[\s\S]{0,12}C4D/ },
  '3ds': { ...scene, isInspected: true, posterRank: 14, viewRank: 14, begins: /^MM/, reading: 3 },
  skp: { ...native, textures: 'inside', begins: /^(?:\xff\xfe\xff|PK)/ },
  hip: { ...native, begins: houdini },
  hipnc: { ...native, begins: houdini },
  hiplc: { ...native, begins: houdini },
  tbscene: native,
  png: { ...shown, contentType: 'image/png', matchRank: 0 },
  jpg: { ...shown, contentType: 'image/jpeg', matchRank: 1 },
  jpeg: { ...shown, contentType: 'image/jpeg', matchRank: 2 },
  webp: { ...shown, contentType: 'image/webp', matchRank: 3 },
  gif: { ...shown, contentType: 'image/gif' },
  bmp: { ...shown, contentType: 'image/bmp' },
  tif: { ...picture, contentType: 'image/tiff', matchRank: 5 },
  tiff: { ...picture, contentType: 'image/tiff', matchRank: 6 },
  ktx2: { ...picture, contentType: 'image/ktx2' },
  dds: picture,
  tga: { ...rawPicture, matchRank: 4 },
  exr: rawPicture,
  hdr: rawPicture,
  ktx: rawPicture,
  psd: rawPicture,
  basis: rawPicture,
  mtl: { role: 'support', contentType: 'model/mtl', isInspected: true, isText: true },
  bin: { role: 'support' },
  json: { role: 'support', contentType: 'application/json' },
  txt: { role: 'support', contentType: 'text/plain; charset=utf-8' },
  html: { role: 'support', contentType: 'text/html; charset=utf-8' },
} as const satisfies Readonly<Record<string, FormatRow>>;

type FormatName = keyof typeof formats;
type NamesWith<K extends keyof FormatRow> = {
  [N in FormatName]: (typeof formats)[N] extends { readonly [P in K]-?: NonNullable<FormatRow[K]> }
    ? N
    : never;
}[FormatName];
/** Each has a reader in server/inspect. */
export type InspectedFormat = NamesWith<'isInspected'>;
/** Each has a reader in src-renderer/posters. */
type PosterFormat = NamesWith<'posterRank'>;
/** Each has a reader in src-renderer/studio and one in server/derive/make. */
export type MeshFormat = Exclude<PosterFormat, GltfFormat>;
/** A VRM is a GLB. */
type GltfFormat = 'glb' | 'gltf' | 'vrm';

const rows: ReadonlyMap<string, FormatRow> = new Map<string, FormatRow>([
  ...[...keptFormats].map(([format, begins]) => [format, begins ? { ...kept, begins } : kept] as const),
  ...Object.entries(formats),
]);

/** Files of unknown formats are support files. */
export const isKnownFormat = (format: string) => rows.has(format);
export const beginningOf = (format: string) => rows.get(format)?.begins ?? null;

/** Returns the extension of a file's name in lower case; '' if it has none, or one that no format can have. */
export function formatOf(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (rows.has(ending) && ending.length < fileName.length) return ending;
  return /\.([^\s./\\]{1,40})$/.exec(fileName.toLowerCase())?.[1] ?? '';
}

export const contentTypeOf = (format: string) => rows.get(format)?.contentType ?? 'application/octet-stream';
export const roleOf = (format: string): FormatRole => rows.get(format)?.role ?? 'support';
/** Returns where a scene of this format has its textures; undefined if it is not a scene format. */
export const texturesOf = (format: string) => rows.get(format)?.textures;
/** Lower is tried first; null if no poster can be rendered from the format. */
export const posterRankOf = (format: string) => rows.get(format)?.posterRank ?? null;
export const viewRankOf = (format: string) => rows.get(format)?.viewRank ?? null;
/** Rank among the formats that a person chooses from; formats without a rank come last. */
export const choiceRankOf = (format: string) => rows.get(format)?.choiceRank ?? Number.POSITIVE_INFINITY;
export const assetRankOf = (format: string) => rows.get(format)?.assetRank ?? null;
/** null if neither browsers nor the level maker can read it. */
export const matchRankOf = (format: string) => rows.get(format)?.matchRank ?? null;
export const readingOf = (format: string) => rows.get(format)?.reading ?? null;
export const isInspected = (format: string) => rows.get(format)?.isInspected === true;
export const isSizedByShape = (format: string) => rows.get(format)?.isSizedByShape === true;
export const isUncounted = (format: string) => rows.get(format)?.isUncounted === true;
export const isText = (format: string) => rows.get(format)?.isText === true;
export const isArchive = (format: string) => rows.get(format)?.isArchive === true;
export const isInBrowsers = (format: string) => rows.get(format)?.isInBrowsers === true;
export const isGltf = (format: string): format is GltfFormat =>
  format === 'glb' || format === 'gltf' || format === 'vrm';
export const sceneFormats = Object.entries(formats).flatMap(([format, { role }]) =>
  role === 'scene' ? [format] : [],
);
/** For an app without a plugin of ours, true for every scene. */
export const isImportedBy = (app: string, format: string) =>
  ours.has(app)
    ? rows.get(format.toLowerCase())?.importers?.some((known) => known === app) === true
    : roleOf(format) === 'scene';
/** True if only one program opens this format; people usually export other formats from it. */
export const isNativeFormat = (format: string) => rows.get(format)?.nativeTo !== undefined;
/** Formats that only this app writes. */
export const nativeFormatsOf = (app: DccApp) =>
  [...rows].flatMap(([format, { nativeTo }]) => (nativeTo === app ? [format] : []));
export function nativeAppOf(format: string): DccApp | null {
  const native = rows.get(format)?.nativeTo;
  return native === undefined || native === 'other' ? null : native;
}

/** Texture formats that a glTF must declare by an extension, as not every program reads them. */
export const pictureExtensions: Readonly<Record<string, string>> = {
  KHR_texture_basisu: 'image/ktx2',
  EXT_texture_webp: 'image/webp',
  EXT_texture_avif: 'image/avif',
};

/** Formats of levels. Only `obj` needs files beside it. */
export const levelFormats = ['glb', 'fbx', 'obj', 'usdz'] as const;
export type LevelFormat = (typeof levelFormats)[number];
/** Always includes GLB, which the 3D view and posters need. */
export const toLevelFormats = (named: readonly string[]): readonly LevelFormat[] =>
  levelFormats.filter((format) => format === 'glb' || named.includes(format));

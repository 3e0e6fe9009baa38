/** What a file is to a model. */
type FormatRole = 'scene' | 'texture' | 'support';

/** The programs that have a plugin of ours. */
export const dccApps = ['3dsmax', 'unity', 'blender'] as const;
export type DccApp = (typeof dccApps)[number];

type FormatRow = {
  readonly role: FormatRole;
  /** Absent: application/octet-stream. */
  readonly contentType?: string;
  /**
   * Of scenes: where textures are. `inside` the file, if anywhere; `named` by it exactly; or `beside` it, where the file
   * cannot be asked exactly, so that every texture of its folder belongs to it.
   */
  readonly textures?: 'inside' | 'named' | 'beside';
  /** Whether the server reads what is in such a file (server/inspect); others are only hashed. */
  readonly isInspected?: true;
  /** Posters are drawn and levels made from it (src-renderer/posters, server/derive/make), of the lowest rank first. */
  readonly posterRank?: number;
  /** The apps whose plugin imports it. */
  readonly importers?: readonly DccApp[];
  /** The one program whose own format it is: one that has a plugin of ours, or any `other`. */
  readonly nativeTo?: DccApp | 'other';
};

const picture = { role: 'texture', isInspected: true } as const;
const rawPicture = { role: 'texture' } as const;
const scene = { role: 'scene', textures: 'beside' } as const;
const native = { ...scene, nativeTo: 'other' } as const;

/** Every format that Lodestock knows, by its extension in lower case; files of all others are support files. */
export const formats = {
  glb: {
    role: 'scene',
    textures: 'inside',
    contentType: 'model/gltf-binary',
    isInspected: true,
    posterRank: 0,
    importers: ['unity', 'blender'],
  },
  gltf: {
    role: 'scene',
    textures: 'named',
    contentType: 'model/gltf+json',
    isInspected: true,
    posterRank: 1,
    importers: ['blender'],
  },
  fbx: { ...scene, isInspected: true, posterRank: 2, importers: ['3dsmax', 'unity', 'blender'] },
  obj: {
    ...scene,
    contentType: 'model/obj',
    isInspected: true,
    posterRank: 3,
    importers: ['3dsmax', 'unity', 'blender'],
  },
  stl: {
    role: 'scene',
    textures: 'inside',
    contentType: 'model/stl',
    isInspected: true,
    posterRank: 4,
    importers: ['blender'],
  },
  ply: { role: 'scene', textures: 'inside', isInspected: true, posterRank: 5, importers: ['blender'] },
  dae: {
    ...scene,
    contentType: 'model/vnd.collada+xml',
    isInspected: true,
    posterRank: 6,
    importers: ['blender'],
  },
  '3mf': { role: 'scene', textures: 'inside', contentType: 'model/3mf', isInspected: true, posterRank: 7 },
  usdz: {
    role: 'scene',
    textures: 'inside',
    contentType: 'model/vnd.usdz+zip',
    isInspected: true,
    posterRank: 8,
    importers: ['blender'],
  },
  usd: { ...scene, isInspected: true, importers: ['blender'] },
  usda: { ...scene, isInspected: true, importers: ['blender'] },
  usdc: { ...scene, isInspected: true, importers: ['blender'] },
  abc: { role: 'scene', textures: 'inside' },
  blend: { ...scene, isInspected: true, importers: ['blender'], nativeTo: 'blender' },
  max: { ...scene, importers: ['3dsmax'], nativeTo: '3dsmax' },
  unitypackage: { role: 'scene', textures: 'inside', importers: ['unity'], nativeTo: 'unity' },
  ma: native,
  mb: native,
  c4d: native,
  '3ds': scene,
  skp: { ...native, textures: 'inside' },
  hip: native,
  hipnc: native,
  hiplc: native,
  tbscene: native,
  png: { ...picture, contentType: 'image/png' },
  jpg: { ...picture, contentType: 'image/jpeg' },
  jpeg: { ...picture, contentType: 'image/jpeg' },
  webp: { ...picture, contentType: 'image/webp' },
  gif: { ...picture, contentType: 'image/gif' },
  bmp: { ...picture, contentType: 'image/bmp' },
  tif: { ...picture, contentType: 'image/tiff' },
  tiff: { ...picture, contentType: 'image/tiff' },
  ktx2: { ...picture, contentType: 'image/ktx2' },
  dds: picture,
  tga: rawPicture,
  exr: rawPicture,
  hdr: rawPicture,
  ktx: rawPicture,
  psd: rawPicture,
  basis: rawPicture,
  mtl: { role: 'support', contentType: 'model/mtl', isInspected: true },
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
export type PosterFormat = NamesWith<'posterRank'>;

const rows: ReadonlyMap<string, FormatRow> = new Map(Object.entries(formats));

/** The extension of a file's name in lower case; empty where it has none, or one that no format could have. */
export function formatOf(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (rows.has(ending) && ending.length < fileName.length) return ending;
  return /\.([^\s./\\]{1,40})$/.exec(fileName.toLowerCase())?.[1] ?? '';
}

export const contentTypeOf = (format: string) => rows.get(format)?.contentType ?? 'application/octet-stream';
export const roleOf = (format: string): FormatRole => rows.get(format)?.role ?? 'support';
/** Where a scene of this format has its textures; undefined for formats that are no scenes. */
export const texturesOf = (format: string) => rows.get(format)?.textures;
/** Lower is tried first; null where no poster can be drawn from the format. */
export const posterRankOf = (format: string) => rows.get(format)?.posterRank ?? null;
export const isImportedBy = (app: DccApp, format: string) =>
  rows.get(format.toLowerCase())?.importers?.includes(app) === true;
/** Whether other formats are usually exported from this one, which one program alone opens as it is. */
export const isNativeFormat = (format: string) => rows.get(format)?.nativeTo !== undefined;
export function nativeAppOf(format: string): DccApp | null {
  const native = rows.get(format)?.nativeTo;
  return native === undefined || native === 'other' ? null : native;
}

/** Kinds of pictures that a glTF must ask for by an extension, as not every program reads them. */
export const pictureExtensions: Readonly<Record<string, string>> = {
  KHR_texture_basisu: 'image/ktx2',
  EXT_texture_webp: 'image/webp',
  EXT_texture_avif: 'image/avif',
};

/** What levels can be made as; `obj` needs files beside it, each other one holds all that it needs. */
export const levelFormats = ['glb', 'fbx', 'obj', 'usdz'] as const;
export type LevelFormat = (typeof levelFormats)[number];
/** GLB is always among them, as the 3D view and posters want it. */
export const toLevelFormats = (named: readonly string[]): readonly LevelFormat[] =>
  levelFormats.filter((format) => format === 'glb' || named.includes(format));

import type { InspectedFormat } from '../contract/catalogue/formats.ts';
import type { ImageKind } from './image/image-kinds.ts';
import type { CreateParser } from './parser.ts';

/** Loads a format's parser lazily: threads start faster without the formats they never meet. */
type LoadParser = () => Promise<CreateParser>;

const picture =
  (kind: ImageKind): LoadParser =>
  () =>
    import('./image/image-parser.ts').then((module) => module.createImageParser(kind));

const usd: LoadParser = () => import('./archive/usd-parser.ts').then((module) => module.createUsdParser);

const glb: LoadParser = () => import('./gltf/glb-parser.ts').then((module) => module.createGlbParser);

const loaders: Readonly<Record<InspectedFormat, LoadParser>> = {
  glb,
  vrm: glb,
  gltf: () => import('./gltf/gltf-parser.ts').then((module) => module.createGltfParser),
  fbx: () => import('./fbx/fbx-parser.ts').then((module) => module.createFbxParser),
  obj: () => import('./mesh/obj-parser.ts').then((module) => module.createObjParser),
  mtl: () => import('./mesh/mtl-parser.ts').then((module) => module.createMtlParser),
  stl: () => import('./mesh/stl-parser.ts').then((module) => module.createStlParser),
  ply: () => import('./mesh/ply-parser.ts').then((module) => module.createPlyParser),
  dae: () => import('./dae/dae-parser.ts').then((module) => module.createDaeParser),
  '3mf': () => import('./archive/threemf-parser.ts').then((module) => module.createThreemfParser),
  usdz: () => import('./archive/usdz-parser.ts').then((module) => module.createUsdzParser),
  usd,
  usda: usd,
  usdc: usd,
  '3ds': () => import('./mesh/tds-parser.ts').then((module) => module.create3dsParser),
  vox: () => import('./mesh/vox-parser.ts').then((module) => module.createVoxParser),
  blend: () => import('./blend/blend-parser.ts').then((module) => module.createBlendParser),
  max: () => import('./max/max-parser.ts').then((module) => module.createMaxParser),
  png: picture('PNG'),
  jpg: picture('JPEG'),
  jpeg: picture('JPEG'),
  webp: picture('WebP'),
  gif: picture('GIF'),
  bmp: picture('BMP'),
  ktx2: picture('KTX 2'),
  tif: picture('TIFF'),
  tiff: picture('TIFF'),
  dds: picture('DDS'),
};

const loaderOf = new Map<string, LoadParser>(Object.entries(loaders));
const loaded = new Map<string, CreateParser>();

/** The parser of a format, by its lower-case extension; null for formats that are only hashed. */
export async function findParser(format: string): Promise<CreateParser | null> {
  const known = loaded.get(format);
  if (known) return known;
  const parser = (await loaderOf.get(format)?.()) ?? null;
  if (parser) loaded.set(format, parser);
  return parser;
}

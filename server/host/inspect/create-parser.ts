import { createThreemfParser } from './archive/threemf-parser.ts';
import { createUsdzParser } from './archive/usdz-parser.ts';
import { createDaeParser } from './dae/dae-parser.ts';
import { createFbxParser } from './fbx/fbx-parser.ts';
import { createGlbParser } from './gltf/glb-parser.ts';
import { createGltfParser } from './gltf/gltf-parser.ts';
import { createImageParser } from './image/image-parser.ts';
import { createMtlParser } from './mesh/mtl-parser.ts';
import { createObjParser } from './mesh/obj-parser.ts';
import { createPlyParser } from './mesh/ply-parser.ts';
import { createStlParser } from './mesh/stl-parser.ts';
import type { CreateParser } from './parser.ts';

const parsers = new Map<string, CreateParser>([
  ['glb', createGlbParser],
  ['gltf', createGltfParser],
  ['fbx', createFbxParser],
  ['obj', createObjParser],
  ['mtl', createMtlParser],
  ['stl', createStlParser],
  ['ply', createPlyParser],
  ['dae', createDaeParser],
  ['3mf', createThreemfParser],
  ['usdz', createUsdzParser],
  ['png', createImageParser('PNG')],
  ['jpg', createImageParser('JPEG')],
  ['jpeg', createImageParser('JPEG')],
  ['webp', createImageParser('WebP')],
  ['gif', createImageParser('GIF')],
  ['bmp', createImageParser('BMP')],
  ['ktx2', createImageParser('KTX 2')],
  ['tif', createImageParser('TIFF')],
  ['tiff', createImageParser('TIFF')],
  ['dds', createImageParser('DDS')],
]);

/** How files of a format are read, by the extension in lower case; null for formats that are only hashed. */
export function findParser(format: string): CreateParser | null {
  return parsers.get(format) ?? null;
}

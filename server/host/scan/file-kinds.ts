import type { InventoryFile } from '../../catalogue/models.ts';

const scenes = new Set(
  'glb gltf fbx obj stl ply dae 3mf usdz usd usda usdc abc blend max ma mb c4d 3ds unitypackage tbscene'.split(
    ' ',
  ),
);
const textures = new Set('png jpg jpeg webp tga tif tiff exr hdr bmp dds ktx ktx2 psd gif basis'.split(' '));

const contentTypes: Readonly<Record<string, string>> = {
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  obj: 'model/obj',
  mtl: 'model/mtl',
  stl: 'model/stl',
  dae: 'model/vnd.collada+xml',
  '3mf': 'model/3mf',
  usdz: 'model/vnd.usdz+zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  ktx2: 'image/ktx2',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** Formats that hold their textures themselves, or have none. */
const selfContained = new Set('glb stl ply 3mf usdz usdc unitypackage abc'.split(' '));

export const formatOf = (fileName: string) => /\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
export const contentTypeOf = (format: string) => contentTypes[format] ?? 'application/octet-stream';

export function roleOf(format: string): InventoryFile['role'] {
  if (scenes.has(format)) return 'scene';
  return textures.has(format) ? 'texture' : 'support';
}

/** Whether every texture beside a scene file belongs to it, because the file itself cannot be asked exactly. */
export const usesFolderTextures = (format: string) =>
  format !== 'gltf' && scenes.has(format) && !selfContained.has(format);

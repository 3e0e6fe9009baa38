import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Document, GLB_BUFFER, type GLTF, type NodeIO } from '@gltf-transform/core';
import { convertPrimitiveToTriangles, dequantize, weld } from '@gltf-transform/functions';
import { contentTypeOf, pictureExtensions } from '../../../contract/catalogue/formats.ts';
import { createMemorySource } from '../../../inspect/byte-source.ts';
import { imageFormats, sniffImage } from '../../../inspect/image/image-kinds.ts';
import { createSupportFinder, type SourceFile } from './source-file.ts';

/** Compression is removed, so that levels stay readable everywhere. */
const compressions = new Set([
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
]);
/** glTF's modes for strips and fans. */
const strips = new Set([5, 6]);
/** Meshes that share fewer vertices are welded first, or they could not be simplified. */
const fewestShared = 0.8;

async function readJson(json: GLTF.IGLTF, { file, support }: SourceFile) {
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  const find = createSupportFinder(support);
  const buffers = new Set((json.buffers ?? []).flatMap(({ uri }) => uri ?? []));
  for (const uri of [...buffers, ...(json.images ?? []).flatMap(({ uri }) => uri ?? [])]) {
    if (/^data:/i.test(uri)) continue;
    const place = find(uri);
    if (place !== undefined) resources[uri] = new Uint8Array(await readFile(place));
    else if (buffers.has(uri)) throw new Error(`${path.basename(file)} needs ${uri}, which is not there`);
  }
  return { json, resources };
}

/** Uses a texture's PNG or JPEG fallback if it has one. */
const preferPlainPictures = (json: GLTF.IGLTF) => {
  for (const { source, extensions } of json.textures ?? [])
    if (source !== undefined && extensions)
      for (const name of Object.keys(pictureExtensions)) delete extensions[name];
};

const chunks = { json: 0x4e4f534a, binary: 0x004e4942 };

/** The two chunks of a GLB: its JSON, and the bytes of its first buffer. */
function splitGlb(bytes: Uint8Array<ArrayBuffer>) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<number, Uint8Array<ArrayBuffer>>();
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [length, type] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (!found.has(type)) found.set(type, bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  return { json: found.get(chunks.json) ?? new Uint8Array(), binary: found.get(chunks.binary) };
}

async function readDocument(io: NodeIO, source: SourceFile): Promise<Document> {
  const bytes = new Uint8Array(await readFile(source.file));
  const { json: text, binary } =
    source.format === 'gltf' ? { json: bytes, binary: undefined } : splitGlb(bytes);
  const json: GLTF.IGLTF = JSON.parse(
    Buffer.from(text)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
  preferPlainPictures(json);
  const { resources } = await readJson(json, source);
  return io.readJSON({ json, resources: { ...resources, ...(binary && { [GLB_BUFFER]: binary }) } });
}

/** Reads GLB and glTF, and converts their meshes to what the simplifier needs: floats and triangle lists. */
export async function readGltf(io: NodeIO, source: SourceFile): Promise<Document> {
  const document = await readDocument(io, source);
  const root = document.getRoot();
  for (const extension of root.listExtensionsUsed())
    if (compressions.has(extension.extensionName)) extension.dispose();
  if (root.listExtensionsUsed().some(({ extensionName }) => extensionName === 'KHR_mesh_quantization'))
    await document.transform(dequantize());
  // Missing textures are reported with the file; its levels are made without them.
  for (const texture of root.listTextures()) {
    const image = texture.getImage();
    const kind = image && sniffImage(createMemorySource(image));
    if (kind) texture.setMimeType(contentTypeOf(imageFormats[kind]));
    else if (!image) texture.dispose();
  }
  // The other extensions only refine the look; a program without them still shows the model.
  for (const extension of root.listExtensionsUsed()) extension.setRequired(false);
  const primitives = root.listMeshes().flatMap((mesh) => mesh.listPrimitives());
  for (const primitive of primitives)
    if (strips.has(primitive.getMode())) convertPrimitiveToTriangles(primitive);
  const isLoose = primitives.some((primitive) => {
    const corners = primitive.getIndices()?.getCount() ?? 0;
    return (primitive.getAttribute('POSITION')?.getCount() ?? 0) > corners * fewestShared;
  });
  if (isLoose) await document.transform(weld());
  return document;
}

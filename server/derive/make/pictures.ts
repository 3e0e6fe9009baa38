import type { Document, Texture } from '@gltf-transform/core';
import { toPng } from './fit-textures.ts';

export type Picture = {
  readonly name: string;
  /** A file name that no other picture of the scene has. */
  readonly file: string;
  /** PNG or JPEG. */
  readonly bytes: Uint8Array;
};

/** Pictures that every program reads; the others become PNG where they can. */
const endings: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

async function toReadable(texture: Texture) {
  const [bytes, ending] = [texture.getImage(), endings[texture.getMimeType()]];
  if (bytes === null || ending !== undefined) return bytes && { bytes, ending };
  const png = await toPng(bytes);
  return png && { bytes: png, ending: 'png' };
}

/** The pictures of a scene for formats that know PNG and JPEG alone; without those that cannot be read. */
export async function readPictures(document: Document): Promise<ReadonlyMap<Texture, Picture>> {
  const pictures = new Map<Texture, Picture>();
  const taken = new Set<string>();
  for (const [index, texture] of document.getRoot().listTextures().entries()) {
    const readable = await toReadable(texture);
    if (!readable) continue;
    const name = texture.getName() || `texture ${index + 1}`;
    const stem = name.replace(/[^\p{L}\p{N}_-]+/gu, '_');
    const plain = `${stem}.${readable.ending}`;
    const file = taken.has(plain.toLowerCase()) ? `${stem}-${index + 1}.${readable.ending}` : plain;
    taken.add(file.toLowerCase());
    pictures.set(texture, { name, file, bytes: readable.bytes });
  }
  return pictures;
}

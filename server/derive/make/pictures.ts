import type { Document, Texture } from '@gltf-transform/core';
import { toPng } from './fit-textures.ts';

export type Picture = {
  readonly name: string;
  /** File name, unique in the scene. */
  readonly file: string;
  readonly bytes: Uint8Array;
};

/** Formats that every program reads; others are converted to PNG if possible. */
const endings: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

async function toReadable(texture: Texture) {
  const [bytes, ending] = [texture.getImage(), endings[texture.getMimeType()]];
  if (bytes === null || ending !== undefined) return bytes && { bytes, ending };
  const png = await toPng(bytes);
  return png && { bytes: png, ending: 'png' };
}

/** Pictures of a scene for formats limited to PNG and JPEG; unreadable ones are left out. */
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

import { resolveObjectURL } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImageUtils } from '@gltf-transform/core';
import { LoadingManager, Texture } from 'three';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import { rawToPng, toPng } from './fit-textures.ts';
import type { SourceFile } from './source-file.ts';

export type Picture = { readonly bytes: Uint8Array; readonly type: string };
export type PictureStore = {
  /** The picture that a texture stands for, in a kind that glTF allows; null where there is none that can be read. */
  readonly find: (texture: Texture) => Promise<Picture | null>;
};

/** Readers of three.js ask a manager for textures; this one notes only what was asked for. */
export function createNotingManager(): LoadingManager {
  const noter = {
    path: '',
    setPath(value: string | undefined) {
      this.path = value ?? '';
      return this;
    },
    setCrossOrigin() {
      return this;
    },
    load(address: string) {
      const texture = new Texture();
      texture.userData.address = address;
      return texture;
    },
  };
  const manager = new LoadingManager();
  Object.assign(manager, { getHandler: () => noter });
  return manager;
}

const baseName = (name: string) => path.posix.basename(name.replaceAll('\\', '/')).toLowerCase();

async function decode(bytes: Uint8Array, name: string): Promise<Picture | null> {
  for (const type of ['image/png', 'image/jpeg'])
    if (ImageUtils.getSize(bytes, type) !== null) return { bytes, type };
  const png = name.endsWith('.tga') ? await decodeTga(bytes) : await toPng(bytes);
  return png && { bytes: png, type: 'image/png' };
}

async function decodeTga(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const { data, width = 0, height = 0, flipY } = new TGALoader().parse(Uint8Array.from(bytes).buffer);
    return data instanceof Uint8Array
      ? await rawToPng(data, { width, height, isUpsideDown: flipY === true })
      : null;
  } catch {
    return null;
  }
}

/** Finds pictures among a source's support files: by path, else by name, as scenes often name dead paths. */
export function createPictureStore({ support }: SourceFile): PictureStore {
  const byName = new Map(Object.entries(support).map(([name, place]) => [baseName(name), place]));
  const known = new Map<string, Promise<Picture | null>>();
  const read = async (address: string): Promise<Picture | null> => {
    const blob = address.startsWith('blob:') ? resolveObjectURL(address) : null;
    if (blob) return decode(new Uint8Array(await blob.arrayBuffer()), '');
    const place =
      support[path.posix.normalize(address.replaceAll('\\', '/'))] ?? byName.get(baseName(address));
    return place === undefined ? null : decode(new Uint8Array(await readFile(place)), baseName(place));
  };
  return {
    find({ userData: { address } }) {
      if (typeof address !== 'string') return Promise.resolve(null);
      const found = known.get(address) ?? read(address);
      known.set(address, found);
      return found;
    },
  };
}

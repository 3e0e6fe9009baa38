import { resolveObjectURL } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImageUtils } from '@gltf-transform/core';
import { DataTextureLoader, ImageLoader, type Loader, LoadingManager, Texture, TextureLoader } from 'three';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import { rawToPng, toPng } from '../fit-textures.ts';
import { createSupportFinder, type SourceFile } from './source-file.ts';

export type Picture = { readonly bytes: Uint8Array; readonly type: string };
export type PictureStore = ReturnType<typeof createPictureStore>;

/** Creates a manager for three.js loaders that records requested textures instead of loading them. */
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

/** A picture that a loader created from bytes in its file. */
type Noted = { readonly blob: unknown };

/**
 * Runs a loader that creates its own texture loaders, as those of COLLADA, 3MF and USD do. They only record requests;
 * decoding would need a browser. The loader must request textures before it returns.
 */
export function noteTextures<Result>(read: () => Result): Result {
  const { load: loadTexture } = TextureLoader.prototype;
  const { load: loadImage } = ImageLoader.prototype;
  const { load: loadData } = DataTextureLoader.prototype;
  const note = {
    load(this: Loader, address: string) {
      const texture = new Texture();
      texture.userData.address = this.path + address;
      return texture;
    },
  };
  Object.assign(TextureLoader.prototype, note);
  // The COLLADA loader uses this one for TGA.
  Object.assign(DataTextureLoader.prototype, note);
  Object.assign(ImageLoader.prototype, {
    load(address: string, onLoad?: (image: Noted) => void) {
      // The object URL is revoked after this call.
      onLoad?.({ blob: resolveObjectURL(address) });
    },
  });
  try {
    return read();
  } finally {
    Object.assign(TextureLoader.prototype, { load: loadTexture });
    Object.assign(ImageLoader.prototype, { load: loadImage });
    Object.assign(DataTextureLoader.prototype, { load: loadData });
  }
}

const isBlob = (value: unknown): value is Blob => value instanceof Blob;
const baseName = (name: string) => path.posix.basename(name.replaceAll('\\', '/')).toLowerCase();

async function decode(bytes: Uint8Array, name: string): Promise<Picture | null> {
  // A PNG's size is in its first 24 bytes, which `getSize` reads without checking the length.
  for (const type of bytes.length < 24 ? [] : ['image/png', 'image/jpeg'])
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

/** Finds pictures among a source's support files: by path, else by name, because scenes often contain dead paths. */
export function createPictureStore({ support }: SourceFile) {
  const findSupport = createSupportFinder(support);
  const known = new Map<unknown, Promise<Picture | null>>();
  const readBlob = async (blob: Pick<Blob, 'arrayBuffer'>) =>
    decode(new Uint8Array(await blob.arrayBuffer()), '');
  const read = async (address: string): Promise<Picture | null> => {
    const inside = /^data:[^,]*;base64,(.*)$/s.exec(address)?.[1];
    if (inside !== undefined) return decode(new Uint8Array(Buffer.from(inside, 'base64')), '');
    const blob = address.startsWith('blob:') ? resolveObjectURL(address) : null;
    if (blob) return readBlob(blob);
    const place = findSupport(address);
    return place === undefined ? null : decode(new Uint8Array(await readFile(place)), baseName(place));
  };
  const find = (asked: unknown) => {
    const look = () =>
      typeof asked === 'string' ? read(asked) : isBlob(asked) ? readBlob(asked) : Promise.resolve(null);
    const found = known.get(asked) ?? look();
    known.set(asked, found);
    return found;
  };
  return {
    /** The picture of a texture, in a format that glTF allows; null if there is none or it cannot be read. */
    find({ userData, source }: Texture) {
      const blob: unknown = Object(source.data).blob;
      return find(userData.address ?? blob);
    },
    /** The same for a support file, by its path from the scene file. */
    read: find,
  };
}

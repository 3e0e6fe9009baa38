import {
  CompressedArrayTexture,
  CompressedCubeTexture,
  CompressedTexture,
  DataTexture,
  Texture,
} from 'three';
import type { GLTFLoader, GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { type PictureSize, readPictureSize } from './picture-size.ts';
import { ReadError } from './read-error.ts';
import { readingLimits } from './reading-limits.ts';

/** Fetches a file's reference, from next to it or from embedded data. */
type FetchSibling = (address: string) => Promise<ArrayBuffer>;

type Options = {
  readonly fetchSibling: FetchSibling;
  /** Called after each step, to tell a slow file from one that hangs. */
  readonly onStep: () => void;
};

type Entry = { readonly uri?: unknown; readonly bufferView?: unknown; readonly mimeType?: unknown };
type Picture = PictureSize & { readonly bytes: ArrayBuffer; readonly type: string };

const listOf = (value: unknown): readonly Entry[] => (Array.isArray(value) ? value : []);
const pixelsOf = ({ width, height }: PictureSize) => width * height;

/** Throws if the pictures of a file claim more pixels than a page can decode. */
function checkPixels(pictures: readonly Picture[]): void {
  const total = pictures.reduce((sum, picture) => sum + pixelsOf(picture), 0);
  const largest = pictures.reduce((most, picture) => Math.max(most, pixelsOf(picture)), 0);
  if (total > readingLimits.decodedPixels || largest > readingLimits.picturePixels)
    throw new ReadError('tooLarge');
}

async function decode({ bytes, type, width, height }: Picture, scale: number): Promise<Texture> {
  const size = {
    resizeWidth: Math.max(1, Math.floor(width * scale)),
    resizeHeight: Math.max(1, Math.floor(height * scale)),
    resizeQuality: 'medium',
  } as const;
  const bitmap = await createImageBitmap(new Blob([bytes], { type }), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
    ...(scale < 1 && size),
  });
  if (pixelsOf(bitmap) > readingLimits.picturePixels) {
    bitmap.close();
    throw new ReadError('tooLarge');
  }
  const texture = new Texture(bitmap);
  texture.needsUpdate = true;
  return texture;
}

/** Surfaces can show only flat pictures. */
const isFlat = (texture: Texture) =>
  texture instanceof DataTexture ||
  (texture instanceof CompressedTexture &&
    !(texture instanceof CompressedArrayTexture || texture instanceof CompressedCubeTexture));

async function unpack(loader: KTX2Loader, { bytes }: Picture): Promise<Texture> {
  const { promise, resolve, reject } = Promise.withResolvers<Texture>();
  loader.parse(bytes, resolve, reject);
  const texture = await promise;
  if (!isFlat(texture)) throw new Error('it is no flat picture');
  return texture;
}

/** Reads buffers and pictures instead of the loader, which would accept any number of bytes and pixels. */
function bound(parser: GLTFParser, { fetchSibling, onStep }: Options): GLTFLoaderPlugin {
  const images = listOf(parser.json.images);
  const pictures = new Map<number, Picture>();
  const known = new Map<number, Promise<Texture>>();
  const loadBuffer = parser.loadBuffer.bind(parser);
  let scale = 1;
  let turn: Promise<unknown> = Promise.resolve();

  const readBytes = async ({ uri, bufferView }: Entry): Promise<ArrayBuffer> => {
    if (bufferView === undefined) return fetchSibling(String(uri));
    const bytes: unknown = await parser.getDependency('bufferView', Number(bufferView));
    if (bytes instanceof ArrayBuffer) return bytes;
    throw new ReadError('damaged');
  };
  /** Skips missing pictures and those of an unknown kind: the model is worth showing without them. */
  const findPicture = async (image: Entry, index: number): Promise<void> => {
    const bytes = await readBytes(image).catch((error: unknown) => {
      if (error instanceof ReadError && 'kind' in error.fault && error.fault.kind === 'tooLarge') throw error;
      return null;
    });
    const size = bytes && readPictureSize(bytes);
    const type = typeof image.mimeType === 'string' ? image.mimeType : '';
    if (size) pictures.set(index, { ...size, bytes, type });
  };
  const load = async (index: number, packed: KTX2Loader | null): Promise<Texture> => {
    const picture = pictures.get(index);
    if (!picture) throw new Error(`the picture ${index} is not there`);
    // One at a time: each takes four bytes per pixel until it is scaled down.
    const decoding = turn.then(() => (packed ? unpack(packed, picture) : decode(picture, scale)));
    turn = decoding.then(onStep, onStep);
    return decoding;
  };
  parser.loadBuffer = (index) => {
    const uri: unknown = parser.json.buffers[index]?.uri;
    return uri === undefined ? loadBuffer(index) : fetchSibling(String(uri));
  };
  parser.loadImageSource = async (index, loader) => {
    const texture = known.get(index);
    if (texture) return (await texture).clone();
    const loading = load(index, loader instanceof KTX2Loader ? loader : null);
    known.set(index, loading);
    return loading;
  };
  return {
    name: 'LODESTOCK_limits',
    async beforeRoot() {
      await Promise.all(images.map(findPicture));
      const found = [...pictures.values()];
      checkPixels(found);
      const total = found.reduce((sum, picture) => sum + pixelsOf(picture), 0);
      scale = Math.min(1, Math.sqrt(readingLimits.sharpPixels / total));
      onStep();
    },
  };
}

/** Limits a loader to as many bytes and pixels as a page can handle. */
export const boundLoader = (loader: GLTFLoader, options: Options): GLTFLoader =>
  loader.register((parser) => bound(parser, options));

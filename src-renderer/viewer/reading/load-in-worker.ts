import { FileLoader, ImageLoader, type Loader, type Material, type Object3D, Texture } from 'three';
import { hasGeometry, materialsOf } from '../../studio/drawn-objects.ts';
import { readPictureSize } from './picture-size.ts';
import { ReadError } from './read-error.ts';
import { readingLimits } from './reading-limits.ts';

/** Fetches a loader's request at an address that its manager found. */
type FetchAddress = (address: string) => Promise<ArrayBuffer>;
type Load<Result> = (
  this: Loader<unknown>,
  asked: string,
  onLoad?: (result: Result) => void,
  onProgress?: unknown,
  onError?: (error: unknown) => void,
) => unknown;

/** Reports progress to a loader's manager, which waits for all files. */
function loadWith<Result>(work: (address: string) => Promise<Result>): Load<Result> {
  return function load(asked, onLoad, _onProgress, onError) {
    const { manager } = this;
    const address = manager.resolveURL(`${this.path ?? ''}${asked}`);
    manager.itemStart(address);
    work(address)
      .then((result) => onLoad?.(result))
      .catch((error: unknown) => {
        onError?.(error);
        manager.itemError(address);
      })
      .finally(() => manager.itemEnd(address));
    return {};
  };
}

/** Decodes one picture at a time, as each takes four bytes per pixel. */
function createDecoder() {
  let left: number = readingLimits.decodedPixels;
  let turn: Promise<unknown> = Promise.resolve();
  const decode = async (bytes: ArrayBuffer): Promise<ImageBitmap> => {
    const size = readPictureSize(bytes);
    if (!size) throw new Error('it is no picture that browsers show');
    const pixels = size.width * size.height;
    left -= pixels;
    if (pixels > readingLimits.picturePixels || left < 0) throw new ReadError('tooLarge');
    const scale = Math.min(1, Math.sqrt(readingLimits.sidePixels ** 2 / pixels));
    return createImageBitmap(new Blob([bytes]), {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
      ...(scale < 1 && {
        resizeWidth: Math.max(1, Math.floor(size.width * scale)),
        resizeHeight: Math.max(1, Math.floor(size.height * scale)),
        resizeQuality: 'medium',
      }),
    });
  };
  return (bytes: ArrayBuffer) => {
    const decoding = turn.then(() => decode(bytes));
    turn = decoding.catch(() => undefined);
    return decoding;
  };
}

/**
 * Makes three's loaders work without image elements, and limits them to as many bytes and pixels as a page can handle.
 * Patches the whole worker, which reads one model.
 */
export function loadInWorker(fetchAddress: FetchAddress, onStep: () => void): void {
  const decode = createDecoder();
  const loadPicture = loadWith(async (address) => {
    const bitmap = await decode(await fetchAddress(address));
    onStep();
    return bitmap;
  });
  // Cameras of FBX files take their aspect ratio from it.
  Object.assign(globalThis, { window: { innerWidth: 1, innerHeight: 1 } });
  Object.assign(ImageLoader.prototype, { load: loadPicture });
  Object.assign(FileLoader.prototype, { load: loadWith(fetchAddress) });
}

const texturesOf = (material: Material) =>
  Object.values(material).filter((value: unknown) => value instanceof Texture);

/** Flips decoded pictures for the graphics card, which browsers do only for the image elements that loaders expect. */
export async function turnPicturesOver(objects: readonly Object3D[]): Promise<void> {
  const materials = new Set(objects.filter(hasGeometry).flatMap(materialsOf));
  const turned = new Map<object, Promise<ImageBitmap>>();
  for (const texture of new Set([...materials].flatMap(texturesOf))) {
    const { source } = texture;
    const image: unknown = source.data;
    if (!texture.flipY || !(image instanceof ImageBitmap)) continue;
    const turning = turned.get(source) ?? createImageBitmap(image, { imageOrientation: 'flipY' });
    turned.set(source, turning);
    source.data = await turning;
    texture.flipY = false;
  }
}

import type { PosterJob } from '../../server/contract/posters.ts';

const side = 24;
/** The largest mean channel difference (of 255) at which two pictures count as the same. */
const nearlySame = 6;
/** Pictures of nearly one colour are similar by accident. */
const leastContrast = 8;

type FetchFile = (address: string) => Promise<Response>;

/** Scales a picture to a small RGB square; null if it cannot be read. */
async function readPixels(address: string, fetchFile: FetchFile): Promise<Uint8ClampedArray | null> {
  const answer = await fetchFile(address);
  if (!answer.ok) throw new Error(`${address.split('/').at(-1)} cannot be fetched (${answer.status})`);
  const bitmap = await createImageBitmap(await answer.blob()).catch(() => null);
  if (!bitmap) return null;
  const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'gray';
  context.fillRect(0, 0, side, side);
  context.drawImage(bitmap, 0, 0, side, side);
  bitmap.close();
  return context.getImageData(0, 0, side, side).data;
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  return meanOf([...a].map((value, index) => Math.abs(value - (b[index] ?? 0)))) * (4 / 3);
}

function contrastOf(pixels: Uint8ClampedArray): number {
  const values = [...pixels].filter((_value, index) => index % 4 !== 3);
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

/** Returns true if one of a model's own posters is one of its textures, even in another size or format. */
export async function isLikeTexture(job: PosterJob, fetchFile: FetchFile): Promise<boolean> {
  const read = async (addresses: readonly string[]) =>
    (await Promise.all(addresses.map((address) => readPixels(address, fetchFile)))).filter(
      (pixels) => pixels !== null,
    );
  const posters = (await read(job.ownPosters)).filter((pixels) => contrastOf(pixels) > leastContrast);
  if (posters.length === 0) return false;
  const textures = await read(job.textures);
  return textures.some((texture) => posters.some((poster) => differenceOf(texture, poster) < nearlySame));
}

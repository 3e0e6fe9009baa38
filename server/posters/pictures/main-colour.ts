import { type ModelColour, modelColours } from '../../contract/limits.ts';
import { nameColour, toOklab } from './name-colour.ts';

/** RGBA, four bytes per pixel. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
};

/** Lower alpha values count as uncovered, such as shadows. */
const covering = 200;
/** Share of transparent pixels from which they count as the background. */
const leastClear = 0.02;
/** Maximum Oklab distance of neighbouring background pixels, and of each from the border pixel it spread from. */
const groundStep = 0.02;
const groundSpread = 0.16;
/** Share of the picture that the model must cover; otherwise the whole picture is judged. */
const leastModel = 0.004;
/** Weight of a colour over greys: a mostly grey object is called by its colour. */
const colourWeight = 1.8;

const isGrey = (name: ModelColour) => name === 'black' || name === 'grey' || name === 'white';

function toLab({ width, height, data }: Pixels): Float32Array {
  const lab = new Float32Array(width * height * 3);
  for (let at = 0; at < width * height; at++)
    lab.set(toOklab(data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0), at * 3);
  return lab;
}

const distance = (lab: Float32Array, a: number, b: number) =>
  Math.hypot(
    (lab[a * 3] ?? 0) - (lab[b * 3] ?? 0),
    (lab[a * 3 + 1] ?? 0) - (lab[b * 3 + 1] ?? 0),
    (lab[a * 3 + 2] ?? 0) - (lab[b * 3 + 2] ?? 0),
  );

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function listBorder({ width, height }: Pixels): readonly number[] {
  const rows = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x]);
  const columns = Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1]);
  return [...rows, ...columns].flat();
}

/** Finds an opaque picture's background: what touches its border and changes gradually, such as paper or sky. */
function findGround(pixels: Pixels): Uint8Array {
  const { width, height } = pixels;
  const lab = toLab(pixels);
  const isGround = new Uint8Array(width * height);
  const queue: number[] = [];
  const begin = new Uint32Array(width * height);
  const take = (at: number, from: number) => {
    if (isGround[at] === 1) return;
    isGround[at] = 1;
    begin[at] = from;
    queue.push(at);
  };
  const border = listBorder(pixels);
  const usual = [0, 1, 2].map((channel) => medianOf(border.map((at) => lab[at * 3 + channel] ?? 0)));
  const isUsual = (at: number) =>
    Math.hypot(...usual.map((value, channel) => value - (lab[at * 3 + channel] ?? 0))) < groundSpread;
  for (const at of border) if (isUsual(at)) take(at, at);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const x = next % width;
    const start = begin[next] ?? 0;
    const near = [
      next - width,
      next + width,
      ...(x > 0 ? [next - 1] : []),
      ...(x < width - 1 ? [next + 1] : []),
    ];
    for (const other of near) {
      if (other < 0 || other >= width * height) continue;
      if (distance(lab, next, other) < groundStep && distance(lab, start, other) < groundSpread)
        take(other, start);
    }
  }
  return isGround;
}

function findModel(pixels: Pixels): (at: number) => boolean {
  const { width, height, data } = pixels;
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < 32) clear++;
  if (clear > leastClear * width * height) return (at) => (data[at * 4 + 3] ?? 0) >= covering;
  const isGround = findGround(pixels);
  const left = isGround.reduce((sum, ground) => sum + 1 - ground, 0);
  if (left >= leastModel * width * height) return (at) => isGround[at] === 0;
  // A model that blends into its background fills the middle.
  const isMiddle = (place: number, size: number) => place >= size / 4 && place < (size * 3) / 4;
  return (at) => isMiddle(at % width, width) && isMiddle(Math.floor(at / width), height);
}

/**
 * Returns the dominant colour of a picture's subject, without the background: its transparent part, or else what is
 * connected to the border. Null for an empty picture. A width of 64 pixels is enough.
 */
export function findMainColour(pixels: Pixels): ModelColour | null {
  const { width, height, data } = pixels;
  const isModel = findModel(pixels);
  const shares = new Map<ModelColour, number>(modelColours.map((name) => [name, 0]));
  for (let at = 0; at < width * height; at++) {
    if (!isModel(at)) continue;
    const name = nameColour(data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0);
    shares.set(name, (shares.get(name) ?? 0) + (isGrey(name) ? 1 : colourWeight));
  }
  const [[name, share] = [null, 0]] = [...shares].sort((a, b) => b[1] - a[1]);
  return share > 0 ? name : null;
}

/** A square picture: RGBA, rows from the top, four bytes per pixel. */
export type Picture = { readonly side: number; readonly data: Uint8ClampedArray | Uint8Array };

const radius = 5;
const width = 2 * radius + 1;
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

const bell = Array.from({ length: width }, (_, at) => Math.exp(-((at - radius) ** 2) / (2 * 1.5 ** 2)));
const total = bell.reduce((sum, value) => sum + value, 0);
const weights = bell.map((value) => value / total);

/** Weighted means over windows of 11 × 11 that lie wholly inside: a square shorter by ten on each side. */
function blur(values: Float64Array, side: number): Float64Array {
  const inner = side - 2 * radius;
  const rows = new Float64Array(inner * side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < inner; x += 1) {
      let sum = 0;
      for (let at = 0; at < width; at += 1) sum += (weights[at] ?? 0) * (values[y * side + x + at] ?? 0);
      rows[y * inner + x] = sum;
    }
  const blurred = new Float64Array(inner * inner);
  for (let y = 0; y < inner; y += 1)
    for (let x = 0; x < inner; x += 1) {
      let sum = 0;
      for (let at = 0; at < width; at += 1) sum += (weights[at] ?? 0) * (rows[(y + at) * inner + x] ?? 0);
      blurred[y * inner + x] = sum;
    }
  return blurred;
}

const channelOf = ({ data, side }: Picture, channel: number) =>
  Float64Array.from({ length: side * side }, (_, at) => data[at * 4 + channel] ?? 0);
const product = (a: Float64Array, b: Float64Array) => a.map((value, at) => value * (b[at] ?? 0));

function compareChannel(a: Float64Array, b: Float64Array, side: number): number {
  const [meanA, meanB] = [blur(a, side), blur(b, side)];
  const [squareA, squareB] = [blur(product(a, a), side), blur(product(b, b), side)];
  const both = blur(product(a, b), side);
  let sum = 0;
  for (let at = 0; at < both.length; at += 1) {
    const [x, y] = [meanA[at] ?? 0, meanB[at] ?? 0];
    const [varianceX, varianceY] = [(squareA[at] ?? 0) - x * x, (squareB[at] ?? 0) - y * y];
    const covariance = (both[at] ?? 0) - x * y;
    sum += ((2 * x * y + c1) * (2 * covariance + c2)) / ((x * x + y * y + c1) * (varianceX + varianceY + c2));
  }
  return sum / both.length;
}

/**
 * How alike two pictures of the same side are: the mean structural similarity (Wang et al. 2004: windows of 11 × 11, sigma
 * 1.5, K 0.01 and 0.03) of red, green and blue; 1 for the same picture. Opacity does not count.
 */
export function ssim(a: Picture, b: Picture): number {
  if (a.side !== b.side || a.side < width) throw new Error('Two pictures of one side of 11 pixels or more.');
  const channels = [0, 1, 2].map((channel) =>
    compareChannel(channelOf(a, channel), channelOf(b, channel), a.side),
  );
  return channels.reduce((sum, value) => sum + value, 0) / 3;
}

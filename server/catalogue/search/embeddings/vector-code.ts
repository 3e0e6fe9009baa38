export const toBlob = (vector: Float32Array) =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
export const fromBlob = (blob: Uint8Array) => new Float32Array(Uint8Array.from(blob).buffer);

/**
 * Four bits for a number from a normal distribution: two for its quarter, two for the level within it. The borders
 * minimise the loss (Lloyd-Max quantisation); `quarters` has the mean of each quarter.
 */
const borders = [0.2454, 0.4908, 0.7362, 0.9816, 1.25, 1.6, 2.1] as const;
const middles = [0.1227, 0.3681, 0.6135, 0.8589, 1.11, 1.41, 1.82, 2.45] as const;
export const levels = Float32Array.from([...middles.map((middle) => -middle).reverse(), ...middles]);
const quarters = [-1.51, -0.4528, 0.4528, 1.51] as const;
/** Mean product of a number and its quarter. All codes are scaled to it, so that the quarters alone are comparable. */
const fit = 0.8825;
const dimensionsPerByte = 4;

export type CodedQuery = {
  /** The query, rotated as codes are. */
  readonly turned: Float32Array;
  /** Tables for the first half of any code: 16 values each for a byte's lower and upper four bits. Sums fit 16 bits. */
  readonly tables: Uint8Array;
};
/** Pseudorandom signs, identical on every machine. */
const signsOf = (width: number, round: number) =>
  Float32Array.from({ length: width }, (_, index) =>
    Math.imul((index + 1) * (2 * round + 1), 0x9e3779b1) & 0x10000 ? -1 : 1,
  );

/** Applies the fast Hadamard transform to `count` numbers (a power of two), starting at `from`. */
function transform(numbers: Float32Array, from: number, count: number): void {
  for (let half = 1; half < count; half *= 2)
    for (let start = from; start < from + count; start += 2 * half)
      for (let at = start; at < start + half; at += 1) {
        const one = numbers[at] ?? 0;
        const other = numbers[at + half] ?? 0;
        numbers[at] = one + other;
        numbers[at + half] = one - other;
      }
  const scale = 1 / Math.sqrt(count);
  for (let at = from; at < from + count; at += 1) numbers[at] = (numbers[at] ?? 0) * scale;
}

/** Returns the factor that scales a rotated vector to `fit`. */
function fittingFactor(turned: Float32Array): number {
  let low = 0.25;
  let high = 4;
  for (let halving = 0; halving < 10; halving += 1) {
    const factor = (low + high) / 2;
    let sum = 0;
    for (let index = 0; index < turned.length; index += 1) {
      const size = Math.abs(turned[index] ?? 0);
      sum += size * (size * factor < borders[3] ? quarters[2] : quarters[3]);
    }
    if (sum < fit * turned.length) low = factor;
    else high = factor;
  }
  return high;
}

function levelOf(number: number): number {
  let level = 0;
  while (level < borders.length && Math.abs(number) >= (borders[level] ?? 0)) level += 1;
  return number < 0 ? 7 - level : 8 + level;
}

/** Creates short codes for vectors of one length. They are stored, so every process and version must agree. */
export function createVectorCoder(dimensions: number) {
  const bytes = Math.ceil(dimensions / dimensionsPerByte);
  const width = bytes * dimensionsPerByte;
  const rounds = [0, 1, 2, 3].map((round) => signsOf(width, round));
  const power = 2 ** Math.floor(Math.log2(width));
  /** Rotates a vector pseudorandomly, so that dimensions carry similar weight, and scales its mean square to 1. */
  const turn = (vector: Float32Array) => {
    const turned = new Float32Array(width);
    const scale = Math.sqrt(width / vector.reduce((sum, number) => sum + number * number, 0));
    for (let index = 0; index < vector.length; index += 1) turned[index] = (vector[index] ?? 0) * scale;
    for (const [round, signs] of rounds.entries()) {
      for (let index = 0; index < width; index += 1)
        turned[index] = (turned[index] ?? 0) * (signs[index] ?? 0);
      transform(turned, round % 2 === 0 ? 0 : width - power, power);
    }
    return turned;
  };
  return {
    /** The length of each half of a code. */
    bytes,
    /** First the quarters of all dimensions, two bits each, then the levels within them. */
    encode(vector: Float32Array) {
      const turned = turn(vector);
      const factor = fittingFactor(turned);
      const code = new Uint8Array(2 * bytes);
      for (let index = 0; index < width; index += 1) {
        const level = levelOf((turned[index] ?? 0) * factor);
        const byte = index >> 2;
        const shift = 2 * (index & 3);
        code[byte] = (code[byte] ?? 0) | ((level >> 2) << shift);
        code[bytes + byte] = (code[bytes + byte] ?? 0) | ((level & 3) << shift);
      }
      return code;
    },
    ask(vector: Float32Array) {
      const turned = turn(vector);
      const half = (index: number) => Math.abs(turned[index] ?? 0) + Math.abs(turned[index + 1] ?? 0);
      let widest = 0;
      for (let index = 0; index < width; index += 2) widest = Math.max(widest, half(index));
      // Pairs are added in eight bits, and their sums in sixteen.
      const scale = Math.min(127, Math.floor(65_534 / (2 * bytes))) / (2 * quarters[3] * widest);
      const tables = Uint8Array.from({ length: bytes * 32 }, (_, at) => {
        const index = (at >> 4) * 2;
        const similarity =
          (turned[index] ?? 0) * (quarters[at & 3] ?? 0) +
          (turned[index + 1] ?? 0) * (quarters[(at >> 2) & 3] ?? 0);
        return Math.round((similarity + quarters[3] * half(index)) * scale);
      });
      return { turned, tables };
    },
  };
}

export type Noise = (u: number, v: number, across: number, up: number) => number;

/** Smooth noise in [0, 1] that repeats at 1 in both directions, with `across` x `up` bumps. */
export function createNoise(seed: number): Noise {
  return (u, v, across, up) => {
    const [x, y] = [u * across, v * up];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [fade(x - column), fade(y - row)];
    const at = (i: number, j: number): number => hash(seed, wrap(column + i, across), wrap(row + j, up));
    const low = at(0, 0) + (at(1, 0) - at(0, 0)) * fx;
    const high = at(0, 1) + (at(1, 1) - at(0, 1)) * fx;
    return low + (high - low) * fy;
  };
}

/** Noise of several sizes laid over each other, in [0, 1]. */
export function layerNoise(noise: Noise, octaves: number): Noise {
  return (u, v, across, up) => {
    let [sum, weight, total] = [0, 1, 0];
    for (let octave = 0; octave < octaves; octave += 1) {
      const times = 2 ** octave;
      sum += weight * noise(u, v, across * times, up * times);
      total += weight;
      weight /= 2;
    }
    return sum / total;
  };
}

function wrap(value: number, period: number): number {
  return ((value % period) + period) % period;
}

function fade(t: number): number {
  return t * t * (3 - 2 * t);
}

function hash(seed: number, x: number, y: number): number {
  let mixed =
    Math.imul(x + 0x9e37, 0x85ebca6b) ^ Math.imul(y + 0x79b9, 0xc2b2ae35) ^ Math.imul(seed + 1, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
}

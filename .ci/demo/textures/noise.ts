export type Noise = (u: number, v: number, across: number, up: number) => number;

/** Creates smooth noise in [0, 1] that repeats at 1 in both directions, with `across` x `up` bumps. */
export function createNoise(seed: number): Noise {
  const lattices: Float64Array[][] = [];
  const addLattice = (across: number, up: number): Float64Array => {
    const lattice = new Float64Array(across * up).map((_, index) =>
      hash(seed, index % across, Math.floor(index / across)),
    );
    lattices[across] ??= [];
    lattices[across][up] = lattice;
    return lattice;
  };
  return (u, v, across, up) => {
    const lattice = lattices[across]?.[up] ?? addLattice(across, up);
    const [x, y] = [u * across, v * up];
    const [column, line] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [fade(x - column), fade(y - line)];
    const [left, right] = [wrap(column, across), wrap(column + 1, across)];
    const [below, above] = [wrap(line, up) * across, wrap(line + 1, up) * across];
    const [a, b] = [lattice[below + left] ?? 0, lattice[below + right] ?? 0];
    const [c, d] = [lattice[above + left] ?? 0, lattice[above + right] ?? 0];
    const low = a + (b - a) * fx;
    return low + (c + (d - c) * fx - low) * fy;
  };
}

/** Layers noise of several scales, in [0, 1]. */
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
  if (value >= 0) return value < period ? value : value % period;
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

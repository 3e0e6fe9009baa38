import { ease } from '../geometry/vector.ts';
import type { Painter } from '../model.ts';
import { mixColours, shade, toColour } from './colour.ts';
import { createNoise, layerNoise } from './noise.ts';

type Pair = { readonly light: string; readonly dark: string; readonly seed: number };

/** Wood with its grain along v. */
export function paintWood({ light, dark, seed }: Pair): Painter {
  const noise = createNoise(seed);
  const layers = layerNoise(noise, 3);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const drift = 1.9 * noise(u, v, 3, 1) + 0.35 * noise(u, v, 7, 3) + 0.05 * noise(u, v, 40, 6);
    const year = (((6 * u + 2.4 * drift) % 1) + 1) % 1;
    const ring = year < 0.82 ? (year / 0.82) ** 2.2 : (1 - year) / 0.18;
    const fibre = 0.6 * noise(u, v, 110, 4) + 0.4 * noise(u, v, 60, 9);
    const pore = noise(u, v, 128, 14) > 0.84 ? 0.1 : 0;
    const tone = 0.3 * ring + 0.34 * fibre + 0.36 * layers(u, v, 3, 1);
    return shade(mixColours(pale, deep, tone * 1.25 - 0.14), 1 - pore);
  };
}

/** Metal with fine strokes along u, and a little wear. */
export function paintMetal({ light, dark, seed }: Pair): Painter {
  const noise = createNoise(seed);
  const layers = layerNoise(noise, 3);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const strokes = 0.6 * noise(u, v, 4, 128) + 0.4 * noise(u, v, 9, 64);
    return mixColours(pale, deep, 0.45 * strokes + 0.55 * layers(u, v, 5, 5));
  };
}

/** Forged or cast metal and other rough single-colour stuff. */
export function paintRough({ light, dark, seed }: Pair): Painter {
  const noise = createNoise(seed);
  const layers = layerNoise(noise, 5);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const grit = noise(u, v, 110, 110) - 0.5;
    return mixColours(pale, deep, 1.5 * layers(u, v, 4, 4) - 0.25 + 0.25 * grit);
  };
}

/** Paint, glaze or plastic: nearly even. */
export function paintEven({ light, dark, seed }: Pair): Painter {
  const layers = layerNoise(createNoise(seed), 3);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => mixColours(pale, deep, layers(u, v, 3, 3));
}

/** Glaze with small dark specks. */
export function paintSpeckled({ light, dark, seed }: Pair): Painter {
  const noise = createNoise(seed);
  const even = layerNoise(noise, 3);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const speck = ease(noise(u, v, 90, 90), 0.86, 0.95);
    return mixColours(shade(pale, 1.02 - 0.07 * even(u, v, 4, 4)), deep, 0.75 * speck);
  };
}

/** Stone with veins. */
export function paintMarble({ light, dark, seed }: Pair): Painter {
  const layers = layerNoise(createNoise(seed), 5);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const drift = layers(u, v, 3, 3);
    const vein = Math.abs(Math.sin(Math.PI * (2 * u + v + 3.2 * drift)));
    return mixColours(deep, pale, ease(vein, 0, 0.4) * 0.75 + 0.25 * layers(u, v, 6, 6));
  };
}

/** Woven cloth. */
export function paintWoven({ light, dark, seed }: Pair): Painter {
  const layers = layerNoise(createNoise(seed), 4);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const [x, y] = [u * 48, v * 48];
    const isWarp = (Math.floor(x) + Math.floor(y)) % 2 === 0;
    const thread = isWarp ? Math.sin(Math.PI * (x % 1)) : Math.sin(Math.PI * (y % 1));
    return mixColours(
      deep,
      pale,
      0.35 + 0.5 * Math.abs(thread) - 0.35 * layers(u, v, 6, 6) + (isWarp ? 0.1 : 0),
    );
  };
}

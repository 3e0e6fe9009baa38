import { ease } from '../geometry/vector.ts';
import type { Painter } from '../model.ts';
import { mixColours, shade, toColour } from './colour.ts';
import { createNoise, layerNoise } from './noise.ts';

type Pair = { readonly light: string; readonly dark: string; readonly seed: number };

/** A leaf from stalk (v = 0) to tip, with a midrib at u = 0.5 and side veins. */
export function paintLeaf({ light, dark, seed }: Pair): Painter {
  const layers = layerNoise(createNoise(seed), 4);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const side = Math.abs(u - 0.5);
    const rib = 1 - ease(side, 0.01, 0.045);
    const vein = 1 - ease(Math.abs(((v * 9 - side * 7 + 20) % 1) - 0.5), 0.04, 0.14);
    const tone = 0.75 * layers(u, v, 4, 4) - 0.5 * rib - 0.22 * vein * (1 - rib) + 0.2;
    return mixColours(pale, deep, tone);
  };
}

/** Bark with long furrows along v. */
export function paintBark({ light, dark, seed }: Pair): Painter {
  const layers = layerNoise(createNoise(seed), 4);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const drift = layers(u, v, 4, 4);
    const furrow = Math.abs(2 * layers(u + 0.06 * drift, v, 14, 4) - 1);
    return mixColours(deep, pale, ease(furrow, 0.02, 0.5) * (0.55 + 0.6 * drift));
  };
}

/** A mass of small leaves seen from some way off. */
export function paintFoliage({ light, dark, seed }: Pair): Painter {
  const noise = createNoise(seed);
  const layers = layerNoise(noise, 3);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const spots = ease(noise(u, v, 30, 30), 0.35, 0.75);
    return mixColours(deep, pale, 0.6 * spots * (0.4 + noise(u, v, 60, 60)) + 0.4 * layers(u, v, 6, 6));
  };
}

/** Skin in stripes along v, `stripes` of them around. */
export function paintStriped({ light, dark, seed }: Pair, stripes: number): Painter {
  const layers = layerNoise(createNoise(seed), 4);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const wave = 0.5 + 0.5 * Math.cos(2 * Math.PI * stripes * u);
    return mixColours(deep, pale, 0.65 * wave + 0.5 * layers(u, v, 8, 8) - 0.1);
  };
}

/** Fruit skin: one colour drifting into another from pole to pole, with dots. */
export function paintFruit({ light, dark, seed }: Pair): Painter {
  const noise = createNoise(seed);
  const layers = layerNoise(noise, 4);
  const [pale, deep] = [toColour(light), toColour(dark)];
  return (u, v) => {
    const streak = 0.5 * noise(u, v, 40, 4) + 0.5 * layers(u, v, 5, 4);
    const dot = ease(noise(u, v, 70, 70), 0.85, 0.97) * 0.22;
    return shade(mixColours(deep, pale, 1.6 * streak - 0.45), 1 + dot);
  };
}

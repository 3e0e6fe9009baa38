import { MathUtils } from 'three';
import type { Vec3 } from '../geometry/vector.ts';
import type { Painter } from '../model.ts';
import { createNoise, layerNoise, type Noise } from './noise.ts';

const { clamp, lerp, smoothstep } = MathUtils;

/** Returns the mix from the first colour to the second at u, v. */
type Tone = (u: number, v: number, noise: Noise, layers: Noise) => number;

function surface(light: string, dark: string, tone: Tone): Painter {
  const [pale, deep] = [toColour(light), toColour(dark)];
  const noise = createNoise(Number.parseInt(light.slice(1), 16) ^ Number.parseInt(dark.slice(1), 16));
  const layers = layerNoise(noise, 3);
  return (u, v) => {
    const share = clamp(tone(u, v, noise, layers), -0.2, 1.2);
    return [lerp(pale[0], deep[0], share), lerp(pale[1], deep[1], share), lerp(pale[2], deep[2], share)];
  };
}

/** Parses `#rrggbb` to channels in [0, 1]. */
function toColour(hex: string): Vec3 {
  const value = Number.parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** Wood with its grain along v. */
export const wood = (light: string, dark: string) =>
  surface(light, dark, (u, v, noise, layers) => {
    const drift = 1.9 * noise(u, v, 3, 1) + 0.35 * noise(u, v, 7, 3) + 0.05 * noise(u, v, 40, 6);
    const year = (((6 * u + 2.4 * drift) % 1) + 1) % 1;
    const ring = year < 0.82 ? (year / 0.82) ** 2.2 : (1 - year) / 0.18;
    const fibre = 0.6 * noise(u, v, 110, 4) + 0.4 * noise(u, v, 60, 9);
    const pore = noise(u, v, 128, 14) > 0.84 ? 0.2 : 0;
    return 0.38 * ring + 0.42 * fibre + 0.45 * layers(u, v, 3, 1) - 0.14 + pore;
  });

/** Metal with fine strokes along u, and a little wear. */
export const brushed = (light: string, dark: string) =>
  surface(light, dark, (u, v, noise, layers) => {
    const strokes = 0.6 * noise(u, v, 4, 128) + 0.4 * noise(u, v, 9, 64);
    return 0.45 * strokes + 0.55 * layers(u, v, 5, 5);
  });

/** Forged or cast metal, soil and other rough surfaces of one colour. */
export const rough = (light: string, dark: string) =>
  surface(light, dark, (u, v, noise, layers) => {
    return 1.5 * layers(u, v, 4, 4) - 0.25 + 0.25 * (noise(u, v, 110, 110) - 0.5);
  });

/** Paint, glaze or plastic: nearly uniform. */
export const even = (light: string, dark: string) =>
  surface(light, dark, (u, v, _noise, layers) => layers(u, v, 3, 3));

/** Glaze with small dark specks. */
export const speckled = (light: string, dark: string) =>
  surface(light, dark, (u, v, noise, layers) => {
    return 0.75 * smoothstep(noise(u, v, 70, 70), 0.86, 0.95) + 0.1 * layers(u, v, 4, 4) - 0.04;
  });

/** Stone with veins of the first colour. */
export const marble = (light: string, dark: string) =>
  surface(light, dark, (u, v, _noise, layers) => {
    const vein = Math.abs(Math.sin(Math.PI * (2 * u + v + 3.2 * layers(u, v, 3, 3))));
    return smoothstep(vein, 0, 0.4) * 0.75 + 0.25 * layers(u, v, 6, 6);
  });

export const woven = (light: string, dark: string) =>
  surface(light, dark, (u, v, _noise, layers) => {
    const [x, y] = [u * 48, v * 48];
    const isWarp = (Math.floor(x) + Math.floor(y)) % 2 === 0;
    const thread = Math.sin(Math.PI * ((isWarp ? x : y) % 1));
    return 0.65 - 0.5 * thread + 0.35 * layers(u, v, 6, 6) - (isWarp ? 0.1 : 0);
  });

/** Dense small leaves seen from a distance. */
export const foliage = (light: string, dark: string) =>
  surface(light, dark, (u, v, noise, layers) => {
    const spots = smoothstep(noise(u, v, 80, 44), 0.35, 0.75);
    return 1 - 0.6 * spots * (0.4 + noise(u, v, 110, 90)) - 0.4 * layers(u, v, 12, 9);
  });

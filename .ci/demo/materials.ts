import type { Material, Painter } from './model.ts';
import { brushed, even, rough, speckled, wood, woven } from './textures/surfaces.ts';

/** Anything that is not a metal. */
export function dull(name: string, paint: Painter, roughness: number): Material {
  return { name, paint, metallic: 0, roughness };
}

/** Paint, glaze or plastic, nearly uniform. */
export function plain(name: string, light: string, dark: string, roughness: number): Material {
  return { ...dull(name, even(light, dark), roughness), pixels: 64 };
}

export function metal(name: string, paint: Painter, roughness: number): Material {
  return { name, paint, metallic: 1, roughness };
}

export const oak = dull('oak', wood('#c79a63', '#8f6233'), 0.55);
export const beech = dull('beech', wood('#b57b48', '#7c4c27'), 0.5);
export const steel = metal('steel', brushed('#d4d6d8', '#a9adb2'), 0.28);
export const brass = metal('brass', brushed('#e0bd6c', '#b28c40'), 0.28);
export const iron: Material = { ...metal('iron', rough('#5c5f63', '#33353a'), 0.5), metallic: 0.85 };
export const stoneware = dull('stoneware', speckled('#e9e2d2', '#5b4a3b'), 0.32);
export const redEnamel = plain('enamel', '#c8402f', '#b23425', 0.25);
export const linen = dull('linen', woven('#7f93a0', '#46596a'), 0.92);

import { MathUtils, Vector3 } from 'three';
import type { Material, Painter } from '../model.ts';

const { clamp } = MathUtils;
/** The colour map has its own size. */
const mapPixels = 128;

type Picture = { readonly paint: Painter; readonly pixels: number };
type Pictures = { readonly basecolor: Picture } & Readonly<
  Partial<Record<'normal' | 'orm' | 'emissive', Picture>>
>;
export type MapName = keyof Pictures;

const turn = (place: number) => ((place % 1) + 1) % 1;

/** Paints the maps of a material; normals are in OpenGL convention. */
export function paintMaps(material: Material): Pictures {
  const { paint, relief, glow, roughness, metallic, pixels = 256 } = material;
  const basecolor = { paint, pixels };
  if (relief === undefined) return { basecolor };
  const height = (u: number, v: number): number => {
    const [red, green, blue] = paint(turn(u), turn(v));
    return 0.3 * red + 0.6 * green + 0.1 * blue;
  };
  const step = 1 / mapPixels;
  const normal: Painter = (u, v) => {
    const across = relief * (height(u + step, v) - height(u - step, v));
    const up = relief * (height(u, v + step) - height(u, v - step));
    const { x, y, z } = new Vector3(-across, -up, 1).normalize();
    return [0.5 + x / 2, 0.5 + y / 2, 0.5 + z / 2];
  };
  const orm: Painter = (u, v) => {
    const around = [-3, 3].flatMap((far) => [height(u + far * step, v), height(u, v + far * step)]);
    const hollow = around.reduce((sum, each) => sum + each / 4, 0) - height(u, v);
    return [clamp(1 - 2 * hollow, 0.5, 1), clamp(roughness + hollow, 0.05, 1), metallic];
  };
  const emissive: Painter = (u, v) => {
    const [red, green, blue] = paint(u, v);
    const [r, g, b] = glow ?? [0, 0, 0];
    return [red * r, green * g, blue * b];
  };
  return {
    basecolor,
    normal: { paint: normal, pixels: mapPixels },
    orm: { paint: orm, pixels: mapPixels },
    ...(glow && { emissive: { paint: emissive, pixels: mapPixels } }),
  };
}

export const mapsOf = (material: Material) =>
  (['basecolor', 'normal', 'orm', 'emissive'] as const).filter((map) => map in paintMaps(material));

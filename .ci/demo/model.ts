import type { Piece } from './geometry/piece.ts';
import type { Vec3 } from './geometry/vector.ts';

/** Returns the sRGB colour at u, v in [0, 1), tileable, v pointing up; each channel in [0, 1]. */
export type Painter = (u: number, v: number) => Vec3;

export type Material = {
  readonly name: string;
  readonly paint: Painter;
  readonly metallic: number;
  readonly roughness: number;
  readonly opacity?: number;
  readonly glow?: Vec3;
  readonly isThin?: boolean;
  /** How far bright areas stand out; adds a full set of maps: normals, occlusion, roughness, metalness and emission. */
  readonly relief?: number;
  /** Pixels per side of the colour map; default 256. */
  readonly pixels?: number;
};

/** How a part rotates in the animated variant of its model. */
export type Spin = { readonly pivot: Vec3; readonly axis: Vec3; readonly turns: number };

export type Part = {
  readonly name: string;
  readonly material: Material;
  readonly pieces: readonly Piece[];
  readonly spin?: Spin;
};

export type DemoModel = {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** With its subcategory after a slash. */
  readonly category: string;
  readonly tags: readonly string[];
  readonly keywords: readonly string[];
  readonly priceUsd: number;
  readonly license: string;
  readonly updatedAt: string;
  /** Returns the parts in millimetres, Y up; triangles grow about with the square of the detail; 1 has some 10,000. */
  readonly shape: (detail: number) => readonly Part[];
};

/** Joins pieces to a part of one material. */
export function part(name: string, material: Material, pieces: readonly Piece[], spin?: Spin): Part {
  return { name, material, pieces, ...(spin && { spin }) };
}

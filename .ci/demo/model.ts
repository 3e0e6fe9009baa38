import type { Piece } from './geometry/piece.ts';
import type { Vec3 } from './geometry/vector.ts';

/** sRGB colour at u, v in [0, 1), tileable, v counted upwards; each channel in [0, 1]. */
export type Painter = (u: number, v: number) => Vec3;

export type Material = {
  readonly name: string;
  readonly paint: Painter;
  readonly metallic: number;
  readonly roughness: number;
  readonly opacity?: number;
  readonly glow?: Vec3;
  readonly isThin?: boolean;
  /** How far pale places stand out; gives it a full set of pictures: normals, occlusion, roughness, metal and glow. */
  readonly relief?: number;
  /** Pixels along one side of the colour's picture; 256 when absent. */
  readonly pixels?: number;
};

/** How a part turns in the animated variant of its model. */
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
  /** And below it, after a slash, its subcategory. */
  readonly category: string;
  readonly tags: readonly string[];
  readonly keywords: readonly string[];
  readonly priceUsd: number;
  readonly license: string;
  readonly updatedAt: string;
  /** The parts in millimetres, Y up; triangles grow about with the square of the detail, 1 has some 10,000. */
  readonly shape: (detail: number) => readonly Part[];
};

/** A part of one material, joined of pieces. */
export function part(name: string, material: Material, pieces: readonly Piece[], spin?: Spin): Part {
  return { name, material, pieces, ...(spin && { spin }) };
}

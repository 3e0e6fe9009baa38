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
  /** Pixels of the texture's side; 256 when absent. */
  readonly pixels?: number;
};

/** How a part turns in the animated variant of its model. */
export type Spin = { readonly pivot: Vec3; readonly axis: Vec3; readonly turns: number };

export type Part = {
  readonly name: string;
  readonly material: string;
  readonly piece: Piece;
  readonly spin?: Spin;
};

export type DemoModel = {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly subcategory: string;
  readonly tags: readonly string[];
  readonly keywords: readonly string[];
  readonly priceUsd: number;
  readonly updatedAt: string;
  /** Metres that positions are rounded to. */
  readonly grain: number;
  readonly materials: readonly Material[];
  /** The parts at a level of detail; triangles grow about with the square of it. */
  readonly shape: (detail: number) => readonly Part[];
};

/** Boxes stand on a floor of x (to the right) and y (to the left); z goes up. Sizes are free units. */
export type Solid = {
  readonly kind: 'box' | 'cylinder' | 'cone' | 'ball' | 'pyramid' | 'gem';
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly depth: number;
  readonly height: number;
};

export type Tone = 'top' | 'left' | 'right' | 'dark';
export type Face = { readonly tone: Tone; readonly path: string };

type Kind = Solid['kind'];
type Place = readonly [x: number, y: number, z: number];
type Size = readonly [width: number, depth: number, height: number];

export function solid(kind: Kind, [x, y, z]: Place, [width, depth, height]: Size): Solid {
  return { kind, x, y, z, width, depth, height };
}

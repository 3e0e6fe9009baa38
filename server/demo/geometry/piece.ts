import type { Vec2, Vec3 } from './vector.ts';

export type MeshSink = {
  readonly addVertex: (position: Vec3, normal: Vec3, uv: Vec2) => number;
  readonly addTriangle: (a: number, b: number, c: number) => void;
};

/** Geometry that knows how many triangles it will have at most before it is built. */
export type Piece = {
  readonly triangles: number;
  readonly emit: (sink: MeshSink) => void;
};

export function joinPieces(pieces: readonly Piece[]): Piece {
  return {
    triangles: pieces.reduce((sum, piece) => sum + piece.triangles, 0),
    emit: (sink) => {
      for (const piece of pieces) piece.emit(sink);
    },
  };
}

/** The steps a curve gets at this level of detail; detail 1 is made for about 10,000 triangles a model. */
export function refine(detail: number, base: number, minimum: number): number {
  return Math.max(minimum, Math.round(base * detail));
}

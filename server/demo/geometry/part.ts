import type { Part, Spin } from '../model.ts';
import { joinPieces, type Piece } from './piece.ts';

export type PartInput = {
  readonly name: string;
  readonly material: string;
  readonly pieces: readonly Piece[];
  readonly spin?: Spin;
};

/** Joins pieces of one material into a named part. */
export function part({ pieces, ...rest }: PartInput): Part {
  return { ...rest, piece: joinPieces(pieces) };
}

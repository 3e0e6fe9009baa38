import type { ParserContext } from '../parser.ts';
import { readReal } from '../text/read-real.ts';
import { clay, type Triangles, toColour } from './shape.ts';

export type SceneFile = Omit<ParserContext, 'name'>;
/** Adds a file's triangles to a shape. Throws for what it cannot read. */
export type ReadShape = (file: SceneFile, shape: Triangles) => void | Promise<void>;

const whitest = 0.63;

/** A material's colour. White below a texture, which is not loaded, is replaced by clay. */
export function paint(channels: ArrayLike<number> & Iterable<number>, hasPicture: boolean): number {
  const [red = 0, green = 0, blue = 0] = channels;
  const isWhite =
    Math.min(red, green, blue) > whitest && Math.max(red, green, blue) - Math.min(red, green, blue) < 0.1;
  return hasPicture && isWhite ? clay : toColour(channels);
}

/** Reads numbers of a text in sequence, separated by blanks. */
export function createReals(bytes: Uint8Array, start = 0) {
  let at = start;
  return (): number => {
    while (at < bytes.length && isGap(bytes[at] ?? 0)) at += 1;
    if (at === bytes.length) throw new RangeError('ends in the middle of its numbers.');
    const from = at;
    while (at < bytes.length && !isGap(bytes[at] ?? 0)) at += 1;
    return readReal(bytes, from, at);
  };
}

const isGap = (byte: number) => byte <= 32;

import { type ByteSource, copyRange } from '../byte-source.ts';
import type { ParserContext } from '../parser.ts';
import { clay, type Shape, toColour } from './shape.ts';

/** Adds the triangles of a file to a shape. Throws for what it cannot read. */
export type ReadShape = (file: Omit<ParserContext, 'name'>, shape: Shape) => void | Promise<void>;

const largestBytes = 256 * 1024 * 1024;

/** All bytes of a source, which nothing else may read from then on. */
export function readAll(source: ByteSource): Uint8Array {
  if (source.size > largestBytes) throw new RangeError('is too large to be drawn here.');
  return source.readLimit >= source.size ? source.read(0, source.size) : copyRange(source, 0, source.size);
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

const whitest = 0.63;

/** The colour of a material. White is laid under a picture, which is not looked at: clay stands for that. */
export function paint(channels: ArrayLike<number> & Iterable<number>, hasPicture: boolean): number {
  const [red = 0, green = 0, blue = 0] = channels;
  const isWhite =
    Math.min(red, green, blue) > whitest && Math.max(red, green, blue) - Math.min(red, green, blue) < 0.1;
  return hasPicture && isWhite ? clay : toColour(channels);
}

const [minus, plus, point, zero, letterE] = [45, 43, 46, 48, 101];

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= zero + 9;

/** The number that is written from `start` to `end`; NaN where none is. */
export function readReal(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] === minus || bytes[start] === plus ? start + 1 : start;
  let at = first;
  let value = 0;
  for (; at < end && isDigit(bytes[at]); at += 1) value = value * 10 + (bytes[at] ?? 0) - zero;
  const dot = bytes[at] === point ? at : end;
  if (dot < end) at += 1;
  for (; at < end && isDigit(bytes[at]); at += 1) value = value * 10 + (bytes[at] ?? 0) - zero;
  const decimals = Math.max(0, at - dot - 1);
  if (at === first || (dot === first && decimals === 0)) return Number.NaN;
  const isScaled = at < end && ((bytes[at] ?? 0) | 32) === letterE;
  const exponent = (isScaled ? readReal(bytes, at + 1, end) : 0) - decimals;
  const real = exponent < 0 ? value / 10 ** -exponent : value * 10 ** exponent;
  return bytes[start] === minus ? -real : real;
}

/** The next numbers of a text, which anything but them parts. */
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

const gaps = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= 32 || '()[],;'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
const isGap = (byte: number) => gaps[byte] === 1;

import { identity, type Matrix, move, multiply, scale, turn, turnBy } from '../matrix.ts';
import { initialValue, type Property } from './usd-layer.ts';

/** Returns the numbers of a value, whether it is one or any kind of list. */
export const numbersOf = (value: unknown): ArrayLike<number> =>
  typeof value === 'number' ? [value] : Array.isArray(value) || isNumbers(value) ? value : [];
const isNumbers = (value: unknown): value is Float32Array => ArrayBuffer.isView(value) && 'length' in value;

type Axis = 'X' | 'Y' | 'Z';
const axes: Readonly<Record<Axis, readonly [number, number, number]>> = {
  X: [1, 0, 0],
  Y: [0, 1, 0],
  Z: [0, 0, 1],
};
const isAxis = (name: string): name is Axis => Object.hasOwn(axes, name);

type Operation = { readonly kind: string; readonly values: readonly number[]; readonly isInverse: boolean };

function toTurn(order: string, values: readonly number[], isInverse: boolean): Matrix {
  const sign = isInverse ? -1 : 1;
  // The first named axis rotates first; in an inverse, last.
  const names = [...order].filter(isAxis);
  return (isInverse ? names.toReversed() : names).reduce((done, name) => {
    const degrees = values[order.length === 1 ? 0 : 'XYZ'.indexOf(name)] ?? 0;
    return multiply(turn(degrees * sign, ...axes[name]), done);
  }, identity);
}

function toMatrix({ kind, values, isInverse }: Operation): Matrix {
  const [x = 0, y = x, z = x, w = 1] = values;
  const sign = isInverse ? -1 : 1;
  if (kind === 'translate') return move(x * sign, y * sign, z * sign);
  if (kind === 'scale') return isInverse ? scale(1 / x, 1 / y, 1 / z) : scale(x, y, z);
  if (kind === 'orient') return turnBy(x * sign, y * sign, z * sign, w);
  if (kind === 'transform' && values.length === 16 && !isInverse) return new Float64Array(values);
  const order = /^rotate([XYZ]{1,3})$/.exec(kind)?.[1];
  return order === undefined ? identity : toTurn(order, values, isInverse);
}

const undoes = '!invert!';
/** In USD, this discards the transforms of all ancestors; it is skipped here. */
const resets = '!resetXformStack!';

/** Returns a prim's transform relative to its parent, from its properties; column-major. */
export function placeOf(properties: ReadonlyMap<string, Property>): Matrix {
  const written = initialValue(properties.get('xformOpOrder'));
  const order = Array.isArray(written) ? written.map(String).filter((name) => name !== resets) : [];
  return order.reduce((outer, name) => {
    const plain = name.startsWith(undoes) ? name.slice(undoes.length) : name;
    const values = Array.from(numbersOf(initialValue(properties.get(plain))));
    const kind = plain.split(':')[1] ?? '';
    const isSaid = values.length > 0;
    return isSaid ? multiply(outer, toMatrix({ kind, values, isInverse: plain !== name })) : outer;
  }, identity);
}

/** Yields the transform and prototype of each instance of a point instancer. */
export function* placeInstances(
  properties: ReadonlyMap<string, Property>,
): Generator<{ index: number; place: Matrix }> {
  const read = (name: string) => numbersOf(initialValue(properties.get(name)));
  const [indices, positions, turns, scales] = [
    ...[read('protoIndices'), read('positions'), read('orientations'), read('scales')],
  ];
  const ids = read('ids');
  const hidden = new Set(Array.from(read('invisibleIds'), Number));
  for (let at = 0; at < (indices?.length ?? 0); at += 1) {
    if (hidden.has(Number(ids[at] ?? at))) continue;
    const pick = (numbers: ArrayLike<number> | undefined, size: number) =>
      Array.from({ length: size }, (_, axis) => numbers?.[at * size + axis] ?? Number.NaN);
    const [x, y, z] = pick(positions, 3);
    const [a, b, c, d] = pick(turns, 4);
    const [e, f, g] = pick(scales, 3);
    const turned = turns?.length ? turnBy(a, b, c, d) : identity;
    const sized = scales?.length ? scale(e, f, g) : identity;
    yield { index: indices?.[at] ?? 0, place: multiply(move(x, y, z), multiply(turned, sized)) };
  }
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNodeCodec } from './node-codec.ts';

const codec = createNodeCodec();
const roundTrip = (value: unknown): unknown => codec.decode(codec.encode(value));

describe('the codec between processes', () => {
  test('gives back any cloneable value unchanged', () => {
    const values = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: false,
    });

    fc.assert(
      fc.property(values, (value) => {
        expect(roundTrip(value)).toEqual(value);
      }),
    );
  });

  test('keeps numbers that JSON has no word for', () => {
    const numbers = [Number.NaN, Infinity, -Infinity, -0, 2n ** 70n, undefined];

    expect(roundTrip(numbers)).toEqual(numbers);
  });

  test('keeps cycles and shared parts', () => {
    const shared = { name: 'shared' };
    const value: { parts: object[]; self?: object } = { parts: [shared, shared] };
    value.self = value;

    const copy = roundTrip(value);

    expect(copy).toMatchObject({ parts: [{ name: 'shared' }, { name: 'shared' }] });
    if (typeof copy !== 'object' || copy === null || !('self' in copy)) throw new Error('self is lost');
    expect(copy.self).toBe(copy);
  });

  test('keeps the type, message and stack of errors', () => {
    const error = new RangeError('too large');

    const copy = roundTrip(error);

    expect(copy).toBeInstanceOf(RangeError);
    expect(copy).toMatchObject({ message: 'too large', stack: error.stack });
  });

  test('keeps only the bytes that a view shows', () => {
    const whole = new Uint8Array([1, 2, 3, 4]);

    const copy = roundTrip(whole.subarray(1, 3));

    expect(copy).toEqual(new Uint8Array([2, 3]));
    expect(roundTrip(Buffer.from('ab'))).toEqual(new Uint8Array([97, 98]));
  });

  test('does not let a key change the prototype', () => {
    const copy = roundTrip(JSON.parse('{ "__proto__": { "isAdmin": true } }'));

    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy ?? {})).toEqual(['__proto__']);
  });

  test.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a promise', Promise.resolve(1)],
    ['a weak map', new WeakMap()],
    ['an event target', new EventTarget()],
    ['an object that holds a function', { nested: [() => 1] }],
  ])('refuses to clone %s', (_name, value) => {
    expect(() => codec.encode(value)).toThrow('An object could not be cloned.');
  });
});

import { growUint8, growUint32 } from './growing.ts';

/** Collects texts into one array of bytes with offsets. */
export function createTexts() {
  const bytes = growUint8();
  const offsets = growUint32();
  offsets.push(0);
  return {
    add(text: string) {
      bytes.append(Buffer.from(text));
      offsets.push(bytes.length());
    },
    bytes: () => bytes.view(),
    offsets: () => offsets.view(),
  };
}

/** Numbers values in order of first appearance; values with equal keys are the same. */
export function createNumbering<V>(toKey: (value: V) => string) {
  const numbers = new Map<string, number>();
  const values: V[] = [];
  return {
    values,
    numberOf(value: V): number {
      const key = toKey(value);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, values.length);
      return values.push(value) - 1;
    },
  };
}

type Numbers = Uint32Array | Uint8Array | Float64Array;
type Make<T extends Numbers> = (length: number) => T;

/** A typed array that grows by doubling; `view` returns what was pushed. */
function createGrowing<T extends Numbers>(make: Make<T>, view: (all: T, length: number) => T) {
  let values = make(1024);
  let length = 0;
  return {
    length: () => length,
    push(value: number) {
      if (length === values.length) {
        const larger = make(length * 2);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    at: (index: number) => values[index] ?? 0,
    set(index: number, value: number) {
      values[index] = value;
    },
    append(bytes: ArrayLike<number>) {
      let room = values.length;
      while (room < length + bytes.length) room *= 2;
      if (room > values.length) {
        const larger = make(room);
        larger.set(values);
        values = larger;
      }
      values.set(bytes, length);
      length += bytes.length;
    },
    view: () => view(values, length),
  };
}

export const growUint32 = () =>
  createGrowing<Uint32Array>(
    (length) => new Uint32Array(length),
    (all, length) => all.subarray(0, length),
  );
export const growUint8 = () =>
  createGrowing<Uint8Array>(
    (length) => new Uint8Array(length),
    (all, length) => all.subarray(0, length),
  );
export const growFloat64 = () =>
  createGrowing<Float64Array>(
    (length) => new Float64Array(length),
    (all, length) => all.subarray(0, length),
  );
export type Growing32 = ReturnType<typeof growUint32>;

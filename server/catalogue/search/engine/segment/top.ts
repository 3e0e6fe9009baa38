/** Returns the next position of a key above `least`, or `to`. Kept separate, as it runs over nearly every match. */
function nextAbove(
  { keys, to }: { readonly keys: Float32Array; readonly to: number },
  from: number,
  least: number,
) {
  for (let at = from; at < to; at++) if ((keys[at] ?? 0) > least) return at;
  return to;
}

/** Keeps the `size` models with the largest keys; of equal keys, the first. Offer models in ascending order. */
export function createTop(size: number) {
  const keys = new Float64Array(size);
  const docs = new Uint32Array(size);
  let length = 0;

  const isWorse = (a: number, b: number) => {
    const left = keys[a] ?? 0;
    const right = keys[b] ?? 0;
    return left < right || (left === right && (docs[a] ?? 0) > (docs[b] ?? 0));
  };
  const swap = (a: number, b: number) => {
    const key = keys[a] ?? 0;
    const doc = docs[a] ?? 0;
    keys[a] = keys[b] ?? 0;
    docs[a] = docs[b] ?? 0;
    keys[b] = key;
    docs[b] = doc;
  };
  const rise = () => {
    let at = length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isWorse(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const sink = () => {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= length) return;
      const child = left + 1 < length && isWorse(left + 1, left) ? left + 1 : left;
      if (!isWorse(child, at)) return;
      swap(at, child);
      at = child;
    }
  };

  const offer = (doc: number, key: number) => {
    if (size === 0 || (length === size && key <= (keys[0] ?? 0))) return;
    if (length < size) {
      keys[length] = key;
      docs[length++] = doc;
      rise();
      return;
    }
    keys[0] = key;
    docs[0] = doc;
    sink();
  };
  return {
    /** Once the list is full, only keys above this are accepted. */
    least: () => (length < size ? Number.NEGATIVE_INFINITY : (keys[0] ?? 0)),
    isFull: () => length === size,
    offer,
    offerAll(all: Uint32Array, theirKeys: Float32Array, count: number) {
      const searched = { keys: theirKeys, to: count };
      const first = Math.min(size, count);
      for (let at = 0; at < first; at++) offer(all[at] ?? 0, theirKeys[at] ?? 0);
      let at = nextAbove(searched, first, keys[0] ?? 0);
      while (at < count) {
        offer(all[at] ?? 0, theirKeys[at] ?? 0);
        at = nextAbove(searched, at + 1, keys[0] ?? 0);
      }
    },
    /** Best first, without the first `from`. */
    list(from = 0) {
      const places = Uint32Array.from({ length }, (_, place) => place).sort((a, b) =>
        isWorse(a, b) ? 1 : -1,
      );
      return Array.from(places.subarray(from), (place) => ({ doc: docs[place] ?? 0, key: keys[place] ?? 0 }));
    },
  };
}

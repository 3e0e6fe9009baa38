export type ByteCache<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
  /** What the entries weigh together; never more than the limit. */
  bytes(): number;
};

type Options<Value> = { readonly maxBytes: number; readonly weigh: (value: Value) => number };

/** Keeps what was used last, up to a number of bytes; an entry heavier than the limit is not kept. */
export function createByteCache<Key, Value>({
  maxBytes,
  weigh,
}: Options<Value>): ByteCache<Key, NonNullable<Value>> {
  const entries = new Map<Key, NonNullable<Value>>();
  let bytes = 0;
  const remove = (key: Key) => {
    const known = entries.get(key);
    if (known === undefined) return;
    entries.delete(key);
    bytes -= weigh(known);
  };
  const shrink = () => {
    for (const key of entries.keys()) {
      if (bytes <= maxBytes) return;
      remove(key);
    }
  };
  return {
    get(key) {
      const known = entries.get(key);
      if (known === undefined) return undefined;
      entries.delete(key);
      entries.set(key, known);
      return known;
    },
    set(key, value) {
      remove(key);
      entries.set(key, value);
      bytes += weigh(value);
      shrink();
    },
    delete: remove,
    clear() {
      entries.clear();
      bytes = 0;
    },
    bytes: () => bytes,
  };
}

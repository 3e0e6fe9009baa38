import { LRUCache } from 'lru-cache';

/** LRU cache of at most `bytes`; `each` is the size of one entry with its key. Allocates memory only as it fills. */
export const keepLatest = <Key extends string | number, Value extends object | string | number>(
  bytes: number,
  each: number,
) => new LRUCache<Key, Value>({ maxSize: bytes, sizeCalculation: () => each });

import { LRUCache } from 'lru-cache';

/** Keeps what was used last, in at most so many bytes; `each` is what one takes with its key. Memory grows with the values only. */
export const keepLatest = <Key extends string | number, Value extends object | string | number>(
  bytes: number,
  each: number,
) => new LRUCache<Key, Value>({ maxSize: bytes, sizeCalculation: () => each });

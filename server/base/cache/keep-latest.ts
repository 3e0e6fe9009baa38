import { LRUCache } from 'lru-cache';

const one = () => 1;

/** Keeps at most this many values, the most recently used. Memory grows with the values, not with the limit. */
export const keepLatest = <Key extends string | number, Value extends object | string | number>(
  most: number,
) => new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: one });

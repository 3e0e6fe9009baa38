import { LRUCache } from 'lru-cache';

const one = () => 1;

/** Keeps at most so many values, those that were used last. It takes room for what it has, not for what it may have. */
export const keepLatest = <Key extends string | number, Value extends object | string | number>(
  most: number,
) => new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: one });

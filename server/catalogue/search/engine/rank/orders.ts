import type { Filtered } from '../facets/filter-segment.ts';
import { createMarks, markDocs } from '../segment/marks.ts';
import type { Segment } from '../segment/segment.ts';

/** Orders of a segment's models that do not depend on the query, besides popularity, which numbers them. */
type FixedOrder = 'newest' | 'title';
export type OrderOf = (name: FixedOrder) => Uint32Array;

const digit = 2 ** 16;

/** Sorts positions stably by one digit of their keys. */
function sortByDigit(order: Uint32Array, keys: Float64Array, unit: number): Uint32Array {
  const starts = new Uint32Array(digit + 1);
  const digits = new Uint16Array(keys.length);
  for (let place = 0; place < keys.length; place++) {
    const value = Math.floor((keys[place] ?? 0) / unit) % digit;
    digits[place] = value;
    starts[value + 1] = (starts[value + 1] ?? 0) + 1;
  }
  for (let value = 0; value < digit; value++)
    starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
  const sorted = new Uint32Array(keys.length);
  for (let at = 0; at < order.length; at++) {
    const place = order[at] ?? 0;
    const value = digits[place] ?? 0;
    const start = starts[value] ?? 0;
    sorted[start] = place;
    starts[value] = start + 1;
  }
  return sorted;
}

/** Sorts positions by ascending key, stably: a radix sort, as sorting a million by comparison takes a second. */
function sortByKey(keys: Float64Array): Uint32Array {
  const most = keys.reduce((highest, key) => Math.max(highest, key), 0);
  let order: Uint32Array = new Uint32Array(keys.length).map((_, place) => place);
  for (let unit = 1; unit <= most; unit *= digit) order = sortByDigit(order, keys, unit);
  return order;
}

function sortModels({ addedAt, titleRanks }: Segment, name: FixedOrder): Uint32Array {
  if (name === 'title') return sortByKey(Float64Array.from(titleRanks));
  const newest = addedAt.reduce((latest, time) => Math.max(latest, time), 0);
  return sortByKey(addedAt.map((time) => newest - time));
}

/** Sorts on first use and caches the result, at 4 bytes per model and order. */
export function createOrders(segment: Segment): OrderOf {
  const known = new Map<FixedOrder, Uint32Array>();
  return (name) => {
    const order = known.get(name) ?? sortModels(segment, name);
    known.set(name, order);
    return order;
  };
}

/** Returns true if walking an order up to position `to` takes fewer steps than visiting each selected model. */
export const isWalkShorter = ({ length }: Filtered, models: number, to: number): boolean =>
  length === models || to * models < length * length;

/** Returns the first `to` selected models of an order. */
export function walkOrder(order: Uint32Array, { docs, length }: Filtered, to: number): Uint32Array {
  if (length === order.length) return order.subarray(0, to);
  const marks = markDocs(createMarks(order.length), docs, length);
  const walked = new Uint32Array(Math.min(to, length));
  let count = 0;
  for (let place = 0; count < walked.length; place++) {
    const doc = order[place] ?? 0;
    if (((marks[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) walked[count++] = doc;
  }
  return walked;
}

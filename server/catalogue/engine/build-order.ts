import type { FactReader } from './build-facts.ts';

/** A model's place in the order of titles, letters of ASCII without their case, then id. */
export function rankTitles({ titles, columns }: FactReader): Uint32Array {
  const keys = titles.map((title) => title.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  const ids = columns.modelIds;
  const order = Uint32Array.from(keys.keys()).sort((left, right) => {
    const [a = '', b = ''] = [keys[left], keys[right]];
    return a < b ? -1 : a > b ? 1 : ids.at(left) - ids.at(right);
  });
  const ranks = new Uint32Array(order.length);
  for (const [rank, doc] of order.entries()) ranks[doc] = rank;
  return ranks;
}

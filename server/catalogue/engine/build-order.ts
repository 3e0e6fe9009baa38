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

/** The models of each cell, ascending. */
export function groupByCell(cells: Uint32Array, count: number) {
  const offsets = new Uint32Array(count + 1);
  for (const cell of cells) offsets[cell + 1] = (offsets[cell + 1] ?? 0) + 1;
  for (let cell = 1; cell <= count; cell++) offsets[cell] = (offsets[cell] ?? 0) + (offsets[cell - 1] ?? 0);
  const next = offsets.slice();
  const docs = new Uint32Array(cells.length);
  for (const [doc, cell] of cells.entries()) {
    const place = next[cell] ?? 0;
    docs[place] = doc;
    next[cell] = place + 1;
  }
  return { offsets, docs };
}


import { BrokenFile } from './broken-file.ts';

const mostItems = 2_000_000;
const charactersPerItem = 128;

/** Counts one thing of a file that is remembered, with the length of the text that it keeps in memory. */
export type CountItem = (textLength: number) => void;

/**
 * Makes a counter that throws BrokenFile when a file holds more than fits into the memory of a thread, as V8 may end
 * the process and not only the thread when that is full.
 */
export function createItemBudget(limit = mostItems): CountItem {
  let items = 0;
  return (textLength) => {
    items += 1 + textLength / charactersPerItem;
    if (items > limit)
      throw new BrokenFile('describes too many objects to be read. Export it with less detail.');
  };
}

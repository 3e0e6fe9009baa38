import { BrokenFile } from './broken-file.ts';

const mostItems = 2_000_000;
const charactersPerItem = 128;

/** Counts one remembered item, with the length of the text that it keeps in memory. */
export type CountItem = (textLength: number) => void;

/** Creates a counter that throws BrokenFile before a file fills a thread's memory: V8 can then end the whole process. */
export function createItemBudget(limit = mostItems): CountItem {
  let items = 0;
  return (textLength) => {
    items += 1 + textLength / charactersPerItem;
    if (items > limit)
      throw new BrokenFile('describes too many objects to be read. Export it with less detail.');
  };
}

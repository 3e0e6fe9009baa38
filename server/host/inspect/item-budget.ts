import { BrokenFile, formatCount } from './broken-file.ts';

const mostItems = 2_000_000;

/**
 * Makes a function to call for each thing of a file that is remembered. It throws BrokenFile when they become too many
 * for the memory of a thread, as V8 may end the process and not only the thread when that is full.
 */
export function createItemBudget(limit = mostItems): () => void {
  let items = 0;
  return () => {
    items += 1;
    if (items <= limit) return;
    throw new BrokenFile(
      `describes more than ${formatCount(limit)} objects, too many to be read. Export it with less.`,
    );
  };
}

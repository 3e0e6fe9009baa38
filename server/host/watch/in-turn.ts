export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs works one after another, in the order they come. */
export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Does one piece of work after another, each from a later microtask on: what it returns is known before it begins. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Processes every item, and every item that this yields, at most `limit` at once. Rejects with the first error. */
export function workThrough<T>(
  first: readonly T[],
  limit: number,
  work: (item: T) => Promise<readonly T[]>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const todo = [...first].reverse();
  let running = 0;

  function fill(): void {
    while (running < limit) {
      const item = todo.pop();
      if (item === undefined) break;
      running += 1;
      work(item).then((more) => {
        running -= 1;
        for (const next of more.toReversed()) todo.push(next);
        fill();
      }, reject);
    }
    if (running === 0) resolve();
  }

  fill();
  return promise;
}

type Options = {
  /** So many at once. */
  readonly burst: number;
  /** So many more each second. */
  readonly perSecond: number;
};

const every = 20;
const mostWaste = 1_000;

/**
 * Runs jobs at a bounded pace. Refusals are paced, because a client that comes back at once would else keep the server
 * busy with refusing; one that waits for its refusal does not ask again.
 */
export function createPaced({ burst, perSecond }: Options) {
  const held: (() => void)[] = [];
  let first = 0;
  let left = burst;
  let isTimed = false;

  const work = () => {
    left = Math.min(burst, left + (perSecond * every) / 1000);
    for (; left >= 1 && first < held.length; first += 1, left -= 1) held[first]?.();
    if (first > mostWaste || first === held.length) {
      held.splice(0, first);
      first = 0;
    }
    isTimed = held.length > 0 || left < burst;
    if (isTimed) setTimeout(work, every).unref();
  };
  return {
    run(job: () => void) {
      if (!isTimed) setTimeout(work, every).unref();
      isTimed = true;
      if (left >= 1 && held.length === 0) {
        left -= 1;
        job();
      } else held.push(job);
    },
    held: () => held.length - first,
  };
}

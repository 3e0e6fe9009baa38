export type Random = () => number;

/** Numbers in [0, 1), always the same for a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list, each as likely; throws for an empty list. */
export function pick<T>(list: readonly T[], random: Random): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
}

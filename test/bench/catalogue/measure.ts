import type { Contender } from './contender.ts';
import { type BenchQuery, isOurs, type Kind, kinds } from './queries.ts';

export type Times = { readonly p50: number; readonly p95: number };
export type Measured = { readonly kind: Kind; readonly times: ReadonlyMap<string, Times> };

const repetitions = 3;
/** Milliseconds that one contender may take for one kind in one repetition; a slow one answers fewer queries. */
const patience = 6000;

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Milliseconds, like [1.2, 0.9, …]; stops early when the contender's time is up. */
async function time({ answer }: Contender, queries: readonly BenchQuery[]): Promise<number[]> {
  const taken: number[] = [];
  const deadline = performance.now() + patience;
  for (const query of queries) {
    const start = performance.now();
    await answer(query);
    const end = performance.now();
    taken.push(end - start);
    if (end > deadline) break;
  }
  return taken;
}

type Plan = {
  readonly contenders: readonly Contender[];
  readonly make: (kind: Kind, count: number) => readonly BenchQuery[];
  /** Queries per kind and repetition. */
  readonly count: number;
};

/** The contenders in turn inside each repetition, every one with the same queries, none asked twice. */
export async function measureKinds({ contenders, make, count }: Plan): Promise<Measured[]> {
  const taken = new Map<string, number[]>();
  const keyOf = (kind: Kind, name: string) => `${kind} ${name}`;
  for (const contender of contenders)
    await time(
      contender,
      kinds.flatMap((kind) => make(kind, 2)).filter(({ words }) => words.length < 2),
    );
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const kind of kinds) {
      const queries = make(kind, count);
      for (const contender of contenders) {
        if (isOurs(kind) && contender !== contenders[0]) continue;
        const key = keyOf(kind, contender.name);
        taken.set(key, [...(taken.get(key) ?? []), ...(await time(contender, queries))]);
      }
    }
  }
  return kinds.map((kind) => ({
    kind,
    times: new Map(
      contenders.flatMap(({ name }) => {
        const sorted = (taken.get(keyOf(kind, name)) ?? []).sort((a, b) => a - b);
        return sorted.length === 0 ? [] : [[name, { p50: at(sorted, 0.5), p95: at(sorted, 0.95) }] as const];
      }),
    ),
  }));
}

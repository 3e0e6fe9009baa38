import type { Contender } from './contender.ts';
import { type BenchQuery, hasTypo, type Kind } from './queries.ts';

/** Milliseconds per answer; `cpu` is the mean of the CPU time, which a busy machine disturbs least. */
export type Times = { readonly p50: number; readonly p95: number; readonly cpu: number };
export type Measured = { readonly kind: Kind; readonly times: ReadonlyMap<string, Times> };

const repetitions = 3;
/** Other queries of each kind that are asked first, so that those that count do not wait for loops to be compiled. */
const warmUps = 20;
/** Milliseconds that one contender may take for one kind in one repetition; a slow one answers fewer queries. */
const patience = 6000;

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

type Taken = { readonly times: readonly number[]; readonly cpu: number };
const nothing: Taken = { times: [], cpu: 0 };
const join = (one: Taken, other: Taken): Taken => ({
  times: [...one.times, ...other.times],
  cpu: one.cpu + other.cpu,
});

/** Asks one query after another, none of which was answered before; stops early when the contender's time is up. */
async function time({ answer, cpu, forget }: Contender, queries: readonly BenchQuery[]): Promise<Taken> {
  let used = 0;
  const taken: number[] = [];
  const deadline = performance.now() + patience;
  for (const query of queries) {
    await forget?.(query);
    const before = cpu();
    const start = performance.now();
    await answer(query);
    const end = performance.now();
    used += cpu() - before;
    taken.push(end - start);
    if (end > deadline) break;
  }
  return { times: taken, cpu: used };
}

type Plan = {
  readonly contenders: readonly Contender[];
  readonly kinds: readonly Kind[];
  readonly make: (kind: Kind, count: number) => readonly BenchQuery[];
  /** Queries per kind and repetition. */
  readonly count: number;
};

/** The contenders in turn inside each repetition, every one with the same queries. */
export async function measureKinds({ contenders, kinds, make, count }: Plan): Promise<Measured[]> {
  const taken = new Map<string, Taken>();
  const keyOf = (kind: Kind, name: string) => `${kind} ${name}`;
  for (const contender of contenders)
    await time(
      contender,
      kinds
        .filter((kind) => contender.forgivesTypos || !hasTypo(kind))
        .flatMap((kind) => make(kind, warmUps)),
    );
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const kind of kinds) {
      const queries = make(kind, count);
      for (const contender of contenders) {
        if (hasTypo(kind) && !contender.forgivesTypos) continue;
        const key = keyOf(kind, contender.name);
        taken.set(key, join(taken.get(key) ?? nothing, await time(contender, queries)));
      }
    }
  }
  return kinds.map((kind) => ({
    kind,
    times: new Map(
      contenders.flatMap(({ name }) => {
        const { times, cpu } = taken.get(keyOf(kind, name)) ?? nothing;
        const sorted = [...times].sort((a, b) => a - b);
        if (sorted.length === 0) return [];
        const found = { p50: at(sorted, 0.5), p95: at(sorted, 0.95), cpu: cpu / sorted.length };
        return [[name, found] as const];
      }),
    ),
  }));
}

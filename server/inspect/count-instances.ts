import { BrokenFile } from './broken-file.ts';

/** A node of a scene: its own triangles, and the keys of its children. */
export type Shown = { readonly own: number; readonly children: Iterable<string> };

type Visit = { readonly key: string; readonly rest: Iterator<string>; sum: number };

/** Counts triangles as rendered: every node once per use. Throws BrokenFile for a cycle. */
export function countInstances(roots: Iterable<string>, show: (key: string) => Shown): number {
  const totals = new Map<string, number>();
  const open = new Set<string>();

  function enter(key: string): Visit {
    if (open.has(key))
      throw new BrokenFile('has a scene in which an object contains itself. Export it again.');
    open.add(key);
    const { own, children } = show(key);
    return { key, rest: children[Symbol.iterator](), sum: own };
  }

  function leave(visit: Visit, parent: Visit | undefined): void {
    totals.set(visit.key, visit.sum);
    open.delete(visit.key);
    if (parent !== undefined) parent.sum += visit.sum;
  }

  function walk(root: string): void {
    const stack = [enter(root)];
    for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
      const next = visit.rest.next();
      const total = next.done === true ? undefined : totals.get(next.value);
      if (next.done === true) {
        stack.pop();
        leave(visit, stack.at(-1));
      } else if (total === undefined) stack.push(enter(next.value));
      else visit.sum += total;
    }
  }

  let sum = 0;
  for (const root of roots) {
    if (!totals.has(root)) walk(root);
    sum += totals.get(root) ?? 0;
  }
  if (Number.isSafeInteger(sum)) return sum;
  throw new BrokenFile('has more triangles than can be counted. Export it again.');
}

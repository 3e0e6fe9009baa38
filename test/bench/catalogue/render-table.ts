import type { Contender } from './contender.ts';
import type { Measured, Times } from './measure.ts';

const show = (times: Times | undefined) =>
  times === undefined ? '–' : `${times.p50.toFixed(2)} / ${times.p95.toFixed(2)}`;

/** One row per kind of query: p50 and p95 of each contender, and how many times slower the anchors' median is. */
export function renderTable(contenders: readonly Contender[], measured: readonly Measured[]): string {
  const [ours, ...anchors] = contenders.map(({ name }) => name);
  const head = ['Query', ours ?? '', ...anchors, ...anchors.map((name) => `${name} ÷ ours`)];
  const rows = measured.map(({ kind, times }) => {
    const own = times.get(ours ?? '');
    const ratios = anchors.map((name) => {
      const theirs = times.get(name);
      return own && theirs ? `${(theirs.p50 / own.p50).toFixed(1)}×` : '–';
    });
    return [kind, show(own), ...anchors.map((name) => show(times.get(name))), ...ratios];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

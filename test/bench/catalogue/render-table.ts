import type { Contender } from './contender.ts';
import type { Measured, Times } from './measure.ts';

const show = (times: Times | undefined) =>
  times === undefined ? '–' : [times.p50, times.p95, times.cpu].map((value) => value.toFixed(2)).join(' / ');

/** One row per kind of query: p50, p95 and CPU of each contender, and how many times the anchors' median and CPU are ours. */
export function renderTable(contenders: readonly Contender[], measured: readonly Measured[]): string {
  const [ours, ...anchors] = contenders.map(({ name }) => name);
  const head = ['Query', ours ?? '', ...anchors, ...anchors.map((name) => `${name} ÷ ours`)];
  const rows = measured.map(({ kind, times }) => {
    const own = times.get(ours ?? '');
    const ratios = anchors.map((name) => {
      const theirs = times.get(name);
      return own && theirs
        ? `${(theirs.p50 / own.p50).toFixed(1)}×, CPU ${(theirs.cpu / own.cpu).toFixed(1)}×`
        : '–';
    });
    return [kind, show(own), ...anchors.map((name) => show(times.get(name))), ...ratios];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

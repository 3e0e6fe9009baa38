/** What became of one file: it was shown, or refused with a reason. */
export type FuzzOutcome = {
  readonly name: string;
  readonly format: string;
  readonly kind: 'shown' | 'refused' | 'hung' | 'crashed';
  /** Why it was refused; of what was shown, how long each step took. */
  readonly reason: string;
  /** Milliseconds. */
  readonly took: number;
  /** The longest time in which the page did nothing else, in milliseconds; 0 where there is no page. */
  readonly silence: number;
};

/** After this time, in milliseconds, a file has hung. */
export const hangs = 10_000;

const largest = (values: readonly number[]) =>
  Math.round(values.reduce((most, one) => Math.max(most, one), 0));

/** One line per surface. */
export function describeOutcomes(outcomes: Readonly<Record<string, readonly FuzzOutcome[]>>): string {
  const rows = Object.entries(outcomes).map(([surface, all]) => {
    const count = (kind: FuzzOutcome['kind']) => all.filter((one) => one.kind === kind).length;
    return [
      surface,
      ...[all.length, count('shown'), count('refused'), count('hung'), count('crashed')],
      largest(all.map(({ took }) => took)),
      largest(all.map(({ silence }) => silence)),
    ];
  });
  const head = ['surface', 'files', 'shown', 'refused', 'hung', 'crashed', 'longest ms', 'page silent ms'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Neighbouring terms, from the first to the last of them. */
type TermRun = readonly [first: number, last: number];
export type TermRuns = {
  readonly runs: readonly TermRun[];
  /** The models of each term, summed up. */
  readonly uses: number;
};

/**
 * Joins terms that follow each other to runs. `postingOffsets` tells how many models each has; one of more than `most` models
 * stays on its own.
 */
export function createTermRuns(postingOffsets: Uint32Array, most: number) {
  const marks = new Uint32Array(Math.ceil(postingOffsets.length / 32));
  const usesOf = (term: number) => (postingOffsets[term + 1] ?? 0) - (postingOffsets[term] ?? 0);

  /** Visits the marked terms between two, ascending, and takes the marks away. */
  const takeMarked = (least: number, greatest: number, visit: (term: number) => void) => {
    for (let word = least >>> 5; word <= greatest >>> 5; word++) {
      const bits = marks[word] ?? 0;
      marks[word] = 0;
      for (let left = bits; left !== 0; left &= left - 1) visit(word * 32 + 31 - Math.clz32(left & -left));
    }
  };
  return (terms: Uint32Array): TermRuns => {
    let [least, greatest] = [postingOffsets.length, 0];
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at] ?? 0;
      marks[term >>> 5] = (marks[term >>> 5] ?? 0) | (1 << (term & 31));
      if (term < least) least = term;
      if (term > greatest) greatest = term;
    }
    const runs: TermRun[] = [];
    let uses = 0;
    let first = -1;
    let last = -1;
    const endRun = () => {
      if (first >= 0) runs.push([first, last]);
      first = -1;
    };
    takeMarked(least, greatest, (term) => {
      const own = usesOf(term);
      uses += own;
      if (own > most || term !== last + 1) endRun();
      if (first < 0) first = term;
      last = term;
      if (own > most) endRun();
    });
    endRun();
    return { runs, uses };
  };
}

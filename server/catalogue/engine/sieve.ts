import type { Matches } from './matcher.ts';
import type { Segment } from './segment.ts';
import type { Selection } from './select.ts';

/** The models of a selection in one segment, ascending; the arrays may be longer than `length`. */
export type Sifted = {
  readonly docs: Uint32Array;
  /** Null without words. */
  readonly scores: Float32Array | null;
  readonly length: number;
  /** Models that fail the constraint of one facet alone: they count in that facet. */
  readonly others: Uint32Array;
};

type Sifting = {
  readonly selection: Selection;
  /** Null for all models. */
  readonly matches: Matches | null;
  /** 1 for each model that does not count any more. */
  readonly dead: Uint8Array | null;
  /** The first so many are enough, and none of the others are needed; without it all are looked at. */
  readonly enough?: number;
};

const none = new Uint32Array(0);

/** Sifts models by a selection. What it returns is only valid until its next call. */
export function createSieve({ facts, categories, traits, formatSets }: Segment) {
  const docs = new Uint32Array(facts.models);
  const scores = new Float32Array(facts.models);

  let everything: Uint32Array | null = null;
  const all = (): Sifted => {
    everything ??= Uint32Array.from({ length: facts.models }, (_, doc) => doc);
    return { docs: everything, scores: null, length: facts.models, others: none };
  };

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: split into calls, its loop takes twice as long
  return ({ selection, matches, dead, enough = Number.POSITIVE_INFINITY }: Sifting): Sifted => {
    if (selection.isAll && matches !== null) return { ...matches, others: none };
    if (selection.isAll && dead === null) return all();
    const { categoryFails, traitFails, formatFails, ownFails, isPlain } = selection;
    // Matches of words hold no dead models any more.
    const gone = matches === null ? dead : null;
    const from = matches?.docs ?? null;
    const count = matches?.length ?? facts.models;
    let length = 0;
    let othersStart = docs.length;
    for (let at = 0; at < count && length < enough; at++) {
      const doc = from === null ? at : (from[at] ?? 0);
      let fails =
        (categoryFails[categories[doc] ?? 0] ?? 0) |
        (traitFails[traits[doc] ?? 0] ?? 0) |
        (formatFails[formatSets[doc] ?? 0] ?? 0);
      if ((fails & (fails - 1)) !== 0 || (gone !== null && gone[doc] === 1)) continue;
      if (!isPlain) fails |= ownFails(doc);
      if (fails === 0) {
        docs[length] = doc;
        if (matches !== null) scores[length] = matches.scores[at] ?? 0;
        length++;
      } else if ((fails & (fails - 1)) === 0) docs[--othersStart] = doc;
    }
    return { docs, scores: matches && scores, length, others: docs.subarray(othersStart) };
  };
}
export type Sieve = ReturnType<typeof createSieve>;

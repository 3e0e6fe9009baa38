import { facetBits } from './facet-bits.ts';
import type { Matches } from './matcher.ts';
import { noTriangles, type Segment } from './segment.ts';
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
  /** 1 for each model that does not count any more; matches of words hold none of them. */
  readonly dead: Uint8Array | null;
  /** The first so many are enough, and none of the others are needed; without it all are looked at. */
  readonly enough?: number;
};

const none = new Uint32Array(0);

/** The models that are not selected, where these are fewer: what they hold is then taken from what all hold. */
export function listMissing({ docs, length }: Sifted, models: number): Uint32Array | null {
  if (length * 2 <= models) return null;
  const missing = new Uint32Array(models - length);
  let count = 0;
  let next = 0;
  for (let at = 0; at < length; at++) {
    const doc = docs[at] ?? 0;
    while (next < doc) missing[count++] = next++;
    next = doc + 1;
  }
  while (next < models) missing[count++] = next++;
  return missing;
}
/** Models looked at in one go. */
const step = 4096;

/** Sifts models by a selection. What it returns is only valid until its next call. */
export function createSieve({ facts, categories, traits, formatSets, triangles }: Segment) {
  const docs = new Uint32Array(facts.models);
  const scores = new Float32Array(facts.models);
  let everything: Uint32Array | null = null;
  /** Models of one step that fail at most one facet by their lists, with what they fail. */
  const places = new Uint32Array(step);
  const failed = new Uint16Array(step);

  const listAll = () => {
    everything ??= Uint32Array.from({ length: facts.models }, (_, doc) => doc);
    return everything;
  };
  /** The innermost loop of all: no branch, no call, and one kind of list, each of which makes it twice as long. */
  const passLists = (from: Uint32Array, { categoryFails, traitFails, formatFails }: Selection) => {
    let passed = 0;
    for (let at = 0; at < from.length; at++) {
      const doc = from[at] ?? 0;
      const fails =
        (categoryFails[categories[doc] ?? 0] ?? 0) |
        (traitFails[traits[doc] ?? 0] ?? 0) |
        (formatFails[formatSets[doc] ?? 0] ?? 0);
      places[passed] = at;
      failed[passed] = fails;
      passed += (fails & (fails - 1)) === 0 ? 1 : 0;
    }
    return passed;
  };
  /** Fills `docs` from its start with what holds all, and from its end with the others. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: split into calls, its loop takes twice as long
  const fill = ({ selection, matches, dead, enough }: Sifting): Sifted => {
    const { hasTriangles, least, most, hasTags, failsTags } = selection;
    const from = (matches?.docs ?? listAll()).subarray(0, matches?.length ?? facts.models);
    const gone = matches === null ? dead : null;
    let length = 0;
    let othersStart = docs.length;
    for (let start = 0; start < from.length && length < (enough ?? from.length); start += step) {
      const passed = passLists(from.subarray(start, start + step), selection);
      for (let index = 0; index < passed; index++) {
        const at = start + (places[index] ?? 0);
        const doc = from[at] ?? 0;
        if (gone !== null && gone[doc] === 1) continue;
        const size = triangles[doc] ?? noTriangles;
        const isOut = hasTriangles && (size === noTriangles || size < least || size > most);
        let fails = (failed[index] ?? 0) | (isOut ? facetBits.triangles : 0);
        if (hasTags && failsTags(doc)) fails |= facetBits.tag;
        if (fails === 0) {
          if (matches !== null) scores[length] = matches.scores[at] ?? 0;
          docs[length++] = doc;
        } else if ((fails & (fails - 1)) === 0) docs[--othersStart] = doc;
      }
    }
    return { docs, scores: matches && scores, length, others: docs.subarray(othersStart) };
  };

  return (sifting: Sifting): Sifted => {
    const { selection, matches, dead } = sifting;
    if (selection.isAll && matches !== null) return { ...matches, others: none };
    if (selection.isAll && dead === null)
      return { docs: listAll(), scores: null, length: facts.models, others: none };
    return fill(sifting);
  };
}
export type Sieve = ReturnType<typeof createSieve>;

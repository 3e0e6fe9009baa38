import { facetBits } from '../engine-types.ts';
import { createMarks, markDocs } from '../segment/marks.ts';
import { type LevelNumbersOf, measures as measureList } from '../segment/measures.ts';
import { type Column, type Segment, unknownNumber } from '../segment/segment.ts';
import { holdsAnyTag } from '../segment/tag-lanes.ts';
import type { Constraint, Selection } from './select.ts';

const mostKnown = 64;

/** Groups models by their value in a column, ascending. */
function turnRound(column: Column, places: number) {
  const starts = new Uint32Array(places + 1);
  for (let doc = 0; doc < column.length; doc++) {
    const next = (column[doc] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let place = 1; place <= places; place++)
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  const ends = starts.slice();
  const docs = new Uint32Array(column.length);
  for (let doc = 0; doc < column.length; doc++) {
    const place = column[doc] ?? 0;
    const at = ends[place] ?? 0;
    ends[place] = at + 1;
    docs[at] = doc;
  }
  return { docs, starts };
}

/** Marks the models whose value fails. Sets the bits of the smaller group, failing or not, and inverts if necessary. */
function createFromColumn(column: Column, places: number) {
  let known: ReturnType<typeof turnRound> | null = null;
  return (fails: Uint16Array, bit: number): Uint32Array => {
    known ??= turnRound(column, places);
    const { docs, starts } = known;
    const lengthOf = (place: number) => (starts[place + 1] ?? 0) - (starts[place] ?? 0);
    let failing = 0;
    for (let place = 0; place < places; place++)
      if (((fails[place] ?? 0) & bit) !== 0) failing += lengthOf(place);
    const isFew = failing <= column.length / 2;
    const marks = createMarks(column.length);
    for (let place = 0; place < places; place++)
      if ((((fails[place] ?? 0) & bit) !== 0) === isFew)
        markDocs(marks, docs.subarray(starts[place], starts[place + 1]));
    if (!isFew) for (let word = 0; word < marks.length; word++) marks[word] = ~(marks[word] ?? 0);
    return marks;
  };
}

type Range = { readonly least: number; readonly most: number };

function fromNumbers(numbers: Uint32Array, { least, most }: Range): Uint32Array {
  const marks = new Uint32Array(Math.ceil(numbers.length / 32));
  const low = Math.ceil(Math.max(least, 0));
  // The highest number means unknown, and is never inside a range.
  const high = Math.floor(Math.min(most, unknownNumber - 1));
  if (low > high) return marks.fill(0xffffffff);
  // Branch-free: one integer comparison, as values below `low` wrap to very high numbers.
  const span = high - low;
  for (let word = 0; word < marks.length; word++) {
    const end = Math.min(word * 32 + 32, numbers.length);
    let bits = 0;
    for (let doc = word * 32; doc < end; doc++)
      bits |= Number(((numbers[doc] ?? 0) - low) >>> 0 > span) << (doc & 31);
    marks[word] = bits;
  }
  return marks;
}

/** Marks models with a side that is longer than wanted, or unknown. */
function fromExtents({ extents, facts: { models } }: Segment, most: Selection['mostSides']): Uint32Array {
  const marks = createMarks(models);
  for (const [axis, side] of most.entries()) {
    if (side === undefined) continue;
    const numbers = extents.subarray(axis * models, (axis + 1) * models);
    const fails = fromNumbers(numbers, { least: 0, most: side });
    for (let word = 0; word < marks.length; word++) marks[word] = (marks[word] ?? 0) | (fails[word] ?? 0);
  }
  return marks;
}

function fromTags(segment: Segment, wanted: ReadonlySet<number>): Uint32Array {
  const { models } = segment.facts;
  const marks = new Uint32Array(Math.ceil(models / 32));
  for (let doc = 0; doc < models; doc++)
    if (!holdsAnyTag(segment, doc, wanted)) marks[doc >>> 5] = (marks[doc >>> 5] ?? 0) | (1 << (doc & 31));
  return marks;
}

/** Marks the models that fail a constraint, one bit per model. Recent results are cached. */
export function createConstraintBits(segment: Segment, levelsOf: LevelNumbersOf) {
  const { facts } = segment;
  const fromCategories = createFromColumn(segment.categories, facts.categories.length);
  const fromFormats = createFromColumn(segment.formatSets, facts.formatSets.length);
  const fromTraits = createFromColumn(segment.traits, facts.traits.length);
  const fromMeasures = createFromColumn(segment.measures, measureList.length);
  const known = new Map<string, Uint32Array>();

  const mark = ({ bit }: Constraint, selection: Selection): Uint32Array => {
    if (bit === facetBits.category) return fromCategories(selection.categoryFails, bit);
    if (bit === facetBits.format) return fromFormats(selection.formatFails, bit);
    if (bit === facetBits.tag) return fromTags(segment, selection.wantedTags);
    if (bit === facetBits.triangles)
      return fromNumbers(levelsOf(selection.levels).triangles, selection.triangles);
    if (bit === facetBits.size) return fromNumbers(levelsOf(selection.levels).sizes, selection.sizes);
    if (bit === facetBits.extent) return fromExtents(segment, selection.mostSides);
    if (bit === facetBits.colour) return fromMeasures(selection.measureFails, bit);
    return fromTraits(selection.traitFails, bit);
  };
  return (constraint: Constraint, selection: Selection): Uint32Array => {
    const marks = known.get(constraint.key) ?? mark(constraint, selection);
    known.delete(constraint.key);
    known.set(constraint.key, marks);
    if (known.size > mostKnown) known.delete(known.keys().next().value ?? '');
    return marks;
  };
}

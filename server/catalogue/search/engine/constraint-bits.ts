import { facetBits } from './engine-types.ts';
import type { LevelNumbersOf } from './level-numbers.ts';
import { type Column, type Segment, unknownNumber } from './segment.ts';
import type { Constraint, Selection } from './select.ts';
import { holdsAnyTag } from './tag-lanes.ts';

const mostKnown = 64;

/** One bit for each model whose place in a list fails. */
function fromColumn(column: Column, fails: Uint16Array, bit: number): Uint32Array {
  const isFailed = Uint8Array.from(fails, (bits) => ((bits & bit) === 0 ? 0 : 1));
  const marks = new Uint32Array(Math.ceil(column.length / 32));
  for (let word = 0; word < marks.length; word++) {
    const end = Math.min(word * 32 + 32, column.length);
    let bits = 0;
    for (let doc = word * 32; doc < end; doc++) bits |= (isFailed[column[doc] ?? 0] ?? 0) << (doc & 31);
    marks[word] = bits;
  }
  return marks;
}

type Range = { readonly least: number; readonly most: number };

function fromNumbers(numbers: Uint32Array, { least, most }: Range): Uint32Array {
  const marks = new Uint32Array(Math.ceil(numbers.length / 32));
  const low = Math.ceil(Math.max(least, 0));
  // What is unknown is the highest number, which is never inside.
  const high = Math.floor(Math.min(most, unknownNumber - 1));
  if (low > high) return marks.fill(0xffffffff);
  // One comparison of whole numbers and no branch: what is below `low` becomes a very high number.
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

function fromTags(segment: Segment, wanted: ReadonlySet<number>): Uint32Array {
  const { models } = segment.facts;
  const marks = new Uint32Array(Math.ceil(models / 32));
  for (let doc = 0; doc < models; doc++)
    if (!holdsAnyTag(segment, doc, wanted)) marks[doc >>> 5] = (marks[doc >>> 5] ?? 0) | (1 << (doc & 31));
  return marks;
}

/** Tells which models fail one constraint each, a bit per model; what was asked of late is remembered. */
export function createConstraintBits(segment: Segment, levelsOf: LevelNumbersOf) {
  const { categories, formatSets, traits, measures } = segment;
  const known = new Map<string, Uint32Array>();

  const mark = ({ bit }: Constraint, selection: Selection): Uint32Array => {
    if (bit === facetBits.category) return fromColumn(categories, selection.categoryFails, bit);
    if (bit === facetBits.format) return fromColumn(formatSets, selection.formatFails, bit);
    if (bit === facetBits.tag) return fromTags(segment, selection.wantedTags);
    if (bit === facetBits.triangles)
      return fromNumbers(levelsOf(selection.levelMask).triangles, selection.triangles);
    if (bit === facetBits.size) return fromNumbers(levelsOf(selection.levelMask).sizes, selection.sizes);
    if (bit === facetBits.colour) return fromColumn(measures, selection.measureFails, bit);
    return fromColumn(traits, selection.traitFails, bit);
  };
  return (constraint: Constraint, selection: Selection): Uint32Array => {
    const marks = known.get(constraint.key) ?? mark(constraint, selection);
    known.delete(constraint.key);
    known.set(constraint.key, marks);
    if (known.size > mostKnown) known.delete(known.keys().next().value ?? '');
    return marks;
  };
}

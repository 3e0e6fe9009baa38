/** A combination of facts that facets count. Few combinations cover many models, which makes counting fast. */
export type Trait = {
  readonly type: number;
  readonly license: number;
  readonly animated: number;
  readonly rigged: number;
  readonly lods: readonly number[];
};

export type CategoryNames = {
  readonly name: string;
  readonly slug: string;
  readonly subname: string;
  readonly subslug: string;
};

/** The small part of a segment, stored as JSON. */
export type SegmentFacts = {
  readonly models: number;
  readonly categories: readonly CategoryNames[];
  readonly licenses: readonly string[];
  readonly formats: readonly string[];
  readonly lods: readonly string[];
  readonly traits: readonly Trait[];
  readonly formatSets: readonly (readonly number[])[];
  /** Mean words per field, as used to weight the impacts. */
  readonly meanLengths: readonly number[];
};

/** Stands for unknown triangles, and for the size of a topology that a model lacks. */
export const unknownNumber = 0xffffffff;
/** Stands for a tag that the large segment lacks. */
export const unknownTag = 0xffffffff;
/** Impacts are fractions of this. */
export const fullImpact = 0xffff;
/** Set in `wordTerms` for an entry that is only a stem and never occurs as a word. */
export const stemOnly = 0x80000000;

/** Name and bytes per number of each array; a list of the facts stands for the bytes that an index into it needs. */
const sections = [
  ['modelIds', 4],
  ['popularity', 4],
  ['titleRanks', 4],
  ['titlesByHash', 4],
  ['titleStarts', 4],
  ['titleOffsets', 4],
  ['triangles', 4],
  ['sizes', 4],
  ['levelTriangles', 4],
  ['levelSizes', 4],
  ['extents', 4],
  ['tagLanes', 4],
  ['tagOffsets', 4],
  ['tags', 4],
  ['tagListOffsets', 4],
  ['tagLists', 4],
  ['tagUses', 4],
  ['tagsByText', 4],
  ['tagsInBase', 4],
  ['tagTextOffsets', 4],
  ['postingOffsets', 4],
  ['postingDocs', 4],
  ['wordOffsets', 4],
  ['wordTerms', 4],
  ['wordMasks', 4],
  ['headWords', 4],
  ['headCounts', 4],
  ['headTags', 4],
  ['impacts', 2],
  ['measures', 2],
  ['categories', 'categories'],
  ['traits', 'traits'],
  ['formatSets', 'formatSets'],
  ['titleBytes', 1],
  ['tagBytes', 1],
  ['wordBytes', 1],
] as const;
type Section = (typeof sections)[number];
export type SectionName = Section[0];
export const sectionNames = sections.map(([name]) => name);
/** For each model, its index in a list of the facts. */
export type Column = Uint16Array | Uint32Array;
type ArrayOf<S extends Section> = S[1] extends 4
  ? Uint32Array
  : S[1] extends 2
    ? Uint16Array
    : S[1] extends 1
      ? Uint8Array
      : Column;
export type Arrays = { readonly [S in Section as S[0]]: ArrayOf<S> };

/**
 * An immutable index in one shared buffer. Models are numbered by popularity, then by the hash of their guid; tags by
 * number of models (`tagUses`). `tagLanes` has the first tags of each model in 8 bytes, `tags` the others, and
 * `tagLists` inverts `tags` for the most frequent tags. `postingDocs` and `impacts` are the models of each term, with
 * terms in the order of their bytes. `titlesByHash` has the models in the order of their titles' hashes, `titleStarts`
 * where each range of hashes starts. A small segment maps its tags to those of the large one (`tagsInBase`).
 * `levelTriangles` and `levelSizes` have one number per model and topology, all models of the lightest topology first;
 * `sizes` and `levelSizes` are size numbers. `extents` has the widths of all models, then their heights and depths, as
 * extent numbers; `measures` are numbers of combinations (measures.ts). `headWords` has the first word and the end of
 * each prefix that many models contain; `headCounts` and `headTags` count their models (heads.ts).
 */
export type Segment = Arrays & {
  readonly buffer: SharedArrayBuffer;
  readonly facts: SegmentFacts;
  readonly addedAt: Float64Array;
  /** Orders models of equal popularity when they are numbered. */
  readonly guidHashes: Float64Array;
  readonly looks: Float64Array;
};

/** Length of the header: the length of the facts, then that of each section. */
const headBytes = 8 * Math.ceil((sections.length + 2) / 2);
const align = (offset: number) => Math.ceil(offset / 8) * 8;

const widthOf = (width: Section[1], facts: SegmentFacts) =>
  typeof width === 'number' ? width : facts[width].length > 0x10000 ? 4 : 2;

function layOut(facts: SegmentFacts, lengths: readonly number[], factBytes: number) {
  let offset = align(headBytes + factBytes);
  const wide = [0, 1, 2].map((column) => offset + column * (lengths[0] ?? 0) * 8);
  offset += wide.length * (lengths[0] ?? 0) * 8;
  const starts = sections.map(([, width], index) => {
    const start = offset;
    offset = align(offset + (lengths[index] ?? 0) * widthOf(width, facts));
    return start;
  });
  return { wide, starts, size: offset };
}

const view4 = (buffer: SharedArrayBuffer, start: number, length: number) =>
  new Uint32Array(buffer, start, length);

/** Allocates a segment; the caller fills its arrays. */
export function allocateSegment(facts: SegmentFacts, lengthOf: (name: SectionName) => number): Segment {
  const text = new TextEncoder().encode(JSON.stringify(facts));
  const counts = sections.map(([name]) => lengthOf(name));
  const buffer = new SharedArrayBuffer(layOut(facts, counts, text.length).size);
  new Uint32Array(buffer, 0, sections.length + 1).set([text.length, ...counts]);
  new Uint8Array(buffer, headBytes, text.length).set(text);
  return openSegment(buffer);
}

/** Opens a buffer from `allocateSegment`; throws if it is not one. */
export function openSegment(buffer: SharedArrayBuffer): Segment {
  const [factBytes = 0, ...lengths] = new Uint32Array(buffer, 0, sections.length + 1);
  // TextDecoder refuses shared memory, so the text is copied first.
  const facts: SegmentFacts = JSON.parse(
    new TextDecoder().decode(new Uint8Array(buffer, headBytes, factBytes).slice()),
  );
  const { wide, starts, size } = layOut(facts, lengths, factBytes);
  if (size !== buffer.byteLength) throw new Error('the search index has another size than it says');
  const place = (name: SectionName) => {
    const index = sections.findIndex((section) => section[0] === name);
    return [buffer, starts[index] ?? 0, lengths[index] ?? 0] as const;
  };
  const wideColumn = (index: number) => new Float64Array(buffer, wide[index], lengths[0] ?? 0);
  const column = (name: 'categories' | 'traits' | 'formatSets') =>
    facts[name].length > 0x10000 ? view4(...place(name)) : new Uint16Array(...place(name));
  return {
    buffer,
    facts,
    addedAt: wideColumn(0),
    guidHashes: wideColumn(1),
    looks: wideColumn(2),
    modelIds: view4(...place('modelIds')),
    popularity: view4(...place('popularity')),
    triangles: view4(...place('triangles')),
    sizes: view4(...place('sizes')),
    levelTriangles: view4(...place('levelTriangles')),
    levelSizes: view4(...place('levelSizes')),
    extents: view4(...place('extents')),
    categories: column('categories'),
    traits: column('traits'),
    formatSets: column('formatSets'),
    titleRanks: view4(...place('titleRanks')),
    titlesByHash: view4(...place('titlesByHash')),
    titleStarts: view4(...place('titleStarts')),
    titleOffsets: view4(...place('titleOffsets')),
    tagLanes: view4(...place('tagLanes')),
    tagOffsets: view4(...place('tagOffsets')),
    tags: view4(...place('tags')),
    tagListOffsets: view4(...place('tagListOffsets')),
    tagLists: view4(...place('tagLists')),
    tagUses: view4(...place('tagUses')),
    tagsByText: view4(...place('tagsByText')),
    tagsInBase: view4(...place('tagsInBase')),
    tagTextOffsets: view4(...place('tagTextOffsets')),
    postingOffsets: view4(...place('postingOffsets')),
    postingDocs: view4(...place('postingDocs')),
    wordOffsets: view4(...place('wordOffsets')),
    wordTerms: view4(...place('wordTerms')),
    wordMasks: view4(...place('wordMasks')),
    headWords: view4(...place('headWords')),
    headCounts: view4(...place('headCounts')),
    headTags: view4(...place('headTags')),
    impacts: new Uint16Array(...place('impacts')),
    measures: new Uint16Array(...place('measures')),
    titleBytes: new Uint8Array(...place('titleBytes')),
    tagBytes: new Uint8Array(...place('tagBytes')),
    wordBytes: new Uint8Array(...place('wordBytes')),
  };
}

export const readText = (bytes: Uint8Array, offsets: Uint32Array, index: number): string =>
  asBuffer(bytes).toString('utf8', offsets[index] ?? 0, offsets[index + 1] ?? 0);

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

export const titleOf = (segment: Segment, doc: number) =>
  readText(segment.titleBytes, segment.titleOffsets, doc);
export const tagOf = (segment: Segment, tag: number) =>
  readText(segment.tagBytes, segment.tagTextOffsets, tag);

/** Returns the number of a tag, ignoring case, or null. */
export function findTag(segment: Segment, text: string): number | null {
  const { tagsByText } = segment;
  const wanted = text.toLowerCase();
  const textAt = (place: number) => tagOf(segment, tagsByText[place] ?? 0).toLowerCase();
  let [low, high] = [0, tagsByText.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (textAt(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low < tagsByText.length && textAt(low) === wanted ? (tagsByText[low] ?? 0) : null;
}

/** Models in a range of postings; each scores `weight` times its impact. */
export type Source = {
  readonly docs: Uint32Array;
  readonly impacts: Uint16Array;
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  /** True if models are ascending and distinct, like those of a single term. */
  readonly isOrdered: boolean;
};
/** Alternatives for one query word; the best source counts. */
export type Group = readonly Source[];
/** Many models for filters to choose from: one bit each, and the scores of those chosen. */
export type Marked = {
  readonly bits: Uint32Array;
  readonly scoresOf: (chosen: Pick<Matches, 'docs' | 'length'>) => Float32Array;
};
/** Models, ascending, with their scores, or marked; the arrays can be longer than `length`. */
export type Matches = { docs: Uint32Array; scores: Float32Array; length: number; marked?: Marked };

/** The models of one term, or of consecutive terms up to `last`, one term after another. */
export const termSource = (segment: Segment, weight: number, first: number, last = first): Source => ({
  docs: segment.postingDocs,
  impacts: segment.impacts,
  from: segment.postingOffsets[first] ?? 0,
  to: segment.postingOffsets[last + 1] ?? 0,
  weight,
  isOrdered: first === last,
});

export function sizeOf(group: Group): number {
  let sum = 0;
  for (const { from, to } of group) sum += to - from;
  return sum;
}

/** Returns the first position from `from` on whose model is at least `doc`, or `to`. Models must be ascending. */
export function seek({ docs, to }: Pick<Source, 'docs' | 'to'>, from: number, doc: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < to && (docs[high] ?? 0) < doc) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > to) high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] ?? 0) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

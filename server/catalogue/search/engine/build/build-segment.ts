import { headWidth, leadingTags } from '../segment/heads.ts';
import {
  type Arrays,
  allocateSegment,
  type SectionName,
  type Segment,
  sectionNames,
} from '../segment/segment.ts';
import { createTexts } from '../segment/texts.ts';
import { createFactReader, type FactReader } from './build-facts.ts';
import { fillHeads, listHeads } from './build-heads.ts';
import { orderByHash, rankTitles } from './build-order.ts';
import { countPostings, fillPostings, meanLengths } from './build-postings.ts';
import { numberTags } from './build-tags.ts';
import { listWords } from './build-vocabulary.ts';
import { createWordReader, type WordReader } from './build-words.ts';
import type { SourceModel } from './model-source.ts';

/** Filled only once the segment is allocated. */
type FilledName = 'postingDocs' | 'impacts' | 'headCounts' | 'headTags';
type Made = { readonly [N in Exclude<SectionName, FilledName>]: Arrays[N] };

type Options = {
  /** For a small segment, the large one that it belongs to. */
  readonly base?: Segment | undefined;
  /** Smallest number of models for a head; default 4096. */
  readonly fewestOfHead?: number | undefined;
};

/** Builds the index from models ordered by popularity, then by the hash of their guid. */
export function buildSegment(models: Iterable<SourceModel>, options: Options = {}): Segment {
  const words = createWordReader();
  const facts = createFactReader();
  for (const model of models) {
    words.read(model);
    facts.read(model);
  }
  return assemble(words, facts, options);
}

function assemble(words: WordReader, read: FactReader, { base, fewestOfHead }: Options): Segment {
  const { columns, lists, titles } = read;
  columns.tagOffsets.push(columns.tags.length());
  const titleTexts = createTexts();
  for (const title of titles) titleTexts.add(title);
  const vocabulary = listWords(words);
  const listed = {
    postingOffsets: countPostings(words, vocabulary.numbers),
    wordOffsets: vocabulary.words.offsets(),
    wordTerms: vocabulary.terms.view(),
    wordBytes: vocabulary.words.bytes(),
  };
  const made: Made = {
    ...listed,
    modelIds: columns.modelIds.view(),
    popularity: columns.popularity.view(),
    categories: columns.categories.view(),
    traits: columns.traits.view(),
    formatSets: columns.formatSets.view(),
    triangles: columns.triangles.view(),
    sizes: columns.sizes.view(),
    measures: Uint16Array.from(columns.measures.view()),
    levelTriangles: read.listLevels('triangles'),
    levelSizes: read.listLevels('sizes'),
    extents: read.listExtents(),
    titleRanks: rankTitles(read),
    ...orderByHash(words.titleHashes.view()),
    titleOffsets: titleTexts.offsets(),
    ...numberTags(read, base),
    wordMasks: vocabulary.masks.view(),
    titleBytes: titleTexts.bytes(),
    // A small segment is counted quickly without heads.
    headWords: base ? new Uint32Array(0) : listHeads(listed, titles.length, fewestOfHead),
  };
  const means = base && base.facts.models > 0 ? base.facts.meanLengths : meanLengths(words);
  const facts = {
    models: titles.length,
    categories: lists.categories.values,
    licenses: lists.licenses.values,
    formats: lists.formats.values,
    lods: lists.lods.values,
    traits: lists.traits.values,
    formatSets: lists.formatSets.values,
    meanLengths: means,
  };
  const heads = made.headWords.length / 2;
  const filled: Readonly<Record<FilledName, number>> = {
    postingDocs: words.terms.length(),
    impacts: words.terms.length(),
    headCounts: heads * headWidth(facts),
    headTags: heads * 2 * leadingTags,
  };
  const isFilled = (name: SectionName): name is FilledName => name in filled;
  const segment = allocateSegment(facts, (name) => (isFilled(name) ? filled[name] : made[name].length));
  for (const name of sectionNames) if (!isFilled(name)) segment[name].set(made[name]);
  segment.addedAt.set(read.addedAt.view());
  segment.guidHashes.set(read.guidHashes.view());
  segment.looks.set(read.looks.view());
  fillPostings(words, vocabulary.numbers, segment);
  fillHeads(segment);
  return segment;
}

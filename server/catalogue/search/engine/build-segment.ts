import { createFactReader, type FactReader } from './build-facts.ts';
import { orderByHash, rankTitles } from './build-order.ts';
import { countPostings, fillPostings, meanLengths } from './build-postings.ts';
import { numberTags } from './build-tags.ts';
import { listWords } from './build-vocabulary.ts';
import { createWordReader, type WordReader } from './build-words.ts';
import type { SourceModel } from './model-source.ts';
import { type Arrays, allocateSegment, type SectionName, type Segment, sectionNames } from './segment.ts';
import { createTexts } from './texts.ts';

type Made = { readonly [N in Exclude<SectionName, 'postingDocs' | 'impacts'>]: Arrays[N] };

/** Builds the index of models that come by popularity, then the hash of their guid; `base` is the large segment that a small one stands beside. */
export function buildSegment(models: Iterable<SourceModel>, base?: Segment): Segment {
  const words = createWordReader();
  const facts = createFactReader();
  for (const model of models) {
    words.read(model);
    facts.read(model);
  }
  return assemble(words, facts, base);
}

function assemble(words: WordReader, read: FactReader, base: Segment | undefined): Segment {
  const { columns, lists, titles } = read;
  columns.tagOffsets.push(columns.tags.length());
  const titleTexts = createTexts();
  for (const title of titles) titleTexts.add(title);
  const vocabulary = listWords(words);
  const made: Made = {
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
    titleRanks: rankTitles(read),
    ...orderByHash(words.titleHashes.view()),
    titleOffsets: titleTexts.offsets(),
    ...numberTags(read, base),
    postingOffsets: countPostings(words, vocabulary.numbers),
    wordOffsets: vocabulary.words.offsets(),
    wordTerms: vocabulary.terms.view(),
    wordMasks: vocabulary.masks.view(),
    titleBytes: titleTexts.bytes(),
    wordBytes: vocabulary.words.bytes(),
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
  const postings = words.terms.length();
  const segment = allocateSegment(facts, (name) =>
    name === 'postingDocs' || name === 'impacts' ? postings : made[name].length,
  );
  for (const name of sectionNames)
    if (name !== 'postingDocs' && name !== 'impacts') segment[name].set(made[name]);
  segment.addedAt.set(read.addedAt.view());
  segment.guidHashes.set(read.guidHashes.view());
  segment.looks.set(read.looks.view());
  fillPostings(words, vocabulary.numbers, segment);
  return segment;
}

import { createFactReader, type FactReader } from './build-facts.ts';
import { rankTitles } from './build-order.ts';
import { countPostings, fillPostings, meanLengths } from './build-postings.ts';
import { listWords } from './build-vocabulary.ts';
import { createWordReader, type WordReader } from './build-words.ts';
import type { SourceModel } from './model-source.ts';
import {
  type Arrays,
  allocateSegment,
  recordWidth,
  type SectionName,
  type Segment,
  sectionNames,
} from './segment.ts';
import { createTexts } from './texts.ts';

type Made = { readonly [N in Exclude<SectionName, 'postingDocs' | 'impacts'>]: Arrays[N] };

/** Builds the index of models that come by popularity, then id. `means` replaces the mean field lengths of a small part. */
export function buildSegment(models: Iterable<SourceModel>, means?: readonly number[]): Segment {
  const words = createWordReader();
  const facts = createFactReader();
  for (const model of models) {
    words.read(model);
    facts.read(model);
  }
  return assemble(words, facts, means);
}

function assemble(words: WordReader, read: FactReader, given: readonly number[] | undefined): Segment {
  const { columns, lists, titles } = read;
  // A last row, of which only the end of the tags is read.
  for (let at = 0; at < recordWidth; at++) columns.records.push(columns.tags.length());
  const [tagTexts, titleTexts] = [createTexts(), createTexts()];
  for (const tag of lists.tags.values) tagTexts.add(tag);
  for (const title of titles) titleTexts.add(title);
  const vocabulary = listWords(words);
  const made: Made = {
    modelIds: columns.modelIds.view(),
    popularity: columns.popularity.view(),
    records: columns.records.view(),
    titleRanks: rankTitles(read),
    titleHashes: words.titleHashes.view(),
    titleOffsets: titleTexts.offsets(),
    tags: columns.tags.view(),
    tagTextOffsets: tagTexts.offsets(),
    postingOffsets: countPostings(words),
    wordOffsets: vocabulary.words.offsets(),
    wordTerms: vocabulary.terms.view(),
    wordMasks: vocabulary.masks.view(),
    titleBytes: titleTexts.bytes(),
    tagBytes: tagTexts.bytes(),
    wordBytes: vocabulary.words.bytes(),
  };
  const means = given ?? meanLengths(words);
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
  fillPostings(words, segment);
  return segment;
}

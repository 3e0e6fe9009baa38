import { fieldLengthShare, fields, fieldWeights, saturation } from '../../weights.ts';
import { fullImpact, type Segment } from '../segment/segment.ts';
import type { WordReader } from './build-words.ts';

const weights = fields.map((field) => fieldWeights[field]);
const shares = fields.map((field) => fieldLengthShare[field]);

/** Returns a word's contribution to a model's score, without its rarity: BM25F, between 0 and 1. */
export function toImpact(uses: readonly number[], lengths: readonly number[], means: readonly number[]) {
  let weighed = 0;
  for (let field = 0; field < weights.length; field++) {
    const count = uses[field] ?? 0;
    if (count === 0) continue;
    const share = shares[field] ?? 0;
    const length = 1 - share + (share * (lengths[field] ?? 0)) / (means[field] || 1);
    weighed += ((weights[field] ?? 0) * count) / length;
  }
  return weighed / (saturation + weighed);
}

/** Returns the mean number of words per field over all models. */
export function meanLengths(reader: WordReader): number[] {
  const lengths = reader.lengths.view();
  const models = lengths.length / fields.length;
  const sums = fields.map(() => 0);
  for (let index = 0; index < lengths.length; index++) {
    const field = index % fields.length;
    sums[field] = (sums[field] ?? 0) + (lengths[index] ?? 0);
  }
  return sums.map((sum) => Math.max(sum / Math.max(models, 1), 0.01));
}

/** Returns where each term's postings start, and where the last end; `numbers` maps terms to their final numbers. */
export function countPostings(reader: WordReader, numbers: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(reader.stems.size + 1);
  for (const read of reader.terms.view()) {
    const term = numbers[read] ?? 0;
    offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
  }
  for (let term = 1; term < offsets.length; term++)
    offsets[term] = (offsets[term] ?? 0) + (offsets[term - 1] ?? 0);
  return offsets;
}

/** Inverts the stream of words, from model by model to term by term, with models ascending. */
export function fillPostings(reader: WordReader, numbers: Uint32Array, segment: Segment) {
  const { postingDocs, impacts, postingOffsets, facts } = segment;
  const next = postingOffsets.slice();
  const [terms, uses, starts, lengths] = [
    reader.terms.view(),
    reader.uses.view(),
    reader.starts.view(),
    reader.lengths.view(),
  ];
  const count = fields.map(() => 0);
  const length = fields.map(() => 0);
  for (let doc = 0; doc < facts.models; doc++) {
    const end = starts[doc + 1] ?? terms.length;
    for (let field = 0; field < length.length; field++)
      length[field] = lengths[doc * length.length + field] ?? 0;
    for (let place = starts[doc] ?? 0; place < end; place++) {
      const term = numbers[terms[place] ?? 0] ?? 0;
      const packed = uses[place] ?? 0;
      for (let field = 0; field < count.length; field++) count[field] = (packed >>> (field * 8)) & 0xff;
      const target = next[term] ?? 0;
      next[term] = target + 1;
      postingDocs[target] = doc;
      impacts[target] = Math.max(1, Math.round(toImpact(count, length, facts.meanLengths) * fullImpact));
    }
  }
}

import type { FactReader } from './build-facts.ts';
import { type Segment, unknownTag } from './segment.ts';
import { findTag } from './tag-texts.ts';
import { createTexts } from './texts.ts';

/** Puts the numbers of each model in order; there are few, so that each is moved to its place. */
function sortRuns(numbers: Uint32Array, offsets: Uint32Array) {
  for (let run = 1; run < offsets.length; run++) {
    const start = offsets[run - 1] ?? 0;
    for (let at = start + 1; at < (offsets[run] ?? 0); at++) {
      const number = numbers[at] ?? 0;
      let place = at;
      for (; place > start && (numbers[place - 1] ?? 0) > number; place--)
        numbers[place] = numbers[place - 1] ?? 0;
      numbers[place] = number;
    }
  }
}

/**
 * Numbers the tags anew, those of most models first, so that the few which can lead a facet come before all others.
 * `base` is the large segment that a small one will stand beside.
 */
export function numberTags({ lists, columns }: FactReader, base: Segment | undefined) {
  const texts = lists.tags.values;
  const counts = new Uint32Array(texts.length);
  const tags = columns.tags.view().slice();
  for (const tag of tags) counts[tag] = (counts[tag] ?? 0) + 1;
  const order = Uint32Array.from(texts.keys()).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  const numbers = new Uint32Array(texts.length);
  for (const [number, tag] of order.entries()) numbers[tag] = number;
  for (let at = 0; at < tags.length; at++) tags[at] = numbers[tags[at] ?? 0] ?? 0;
  sortRuns(tags, columns.tagOffsets.view());
  const written = createTexts();
  for (const tag of order) written.add(texts[tag] ?? '');
  const keys = Array.from(order, (tag) => (texts[tag] ?? '').toLowerCase());
  const tagsByText = Uint32Array.from(keys.keys()).sort((a, b) => {
    const [left = '', right = ''] = [keys[a], keys[b]];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  return {
    tags,
    tagUses: order.map((tag) => counts[tag] ?? 0),
    tagsByText,
    tagsInBase: Uint32Array.from(base ? keys : [], (key) => (base && findTag(base, key)) ?? unknownTag),
    tagTextOffsets: written.offsets(),
    tagBytes: written.bytes(),
  };
}

import { findTag, type Segment, unknownTag } from '../segment/segment.ts';
import { lanesPerModel, laneTags, placeOfLane } from '../segment/tag-lanes.ts';
import { createTexts } from '../segment/texts.ts';
import type { FactReader } from './build-facts.ts';

/** Sorts the numbers of each model by insertion, as there are few. */
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

/** Moves the tags that fit in a lane out of each model's run. */
function fillLanes(runs: Uint32Array, offsets: Uint32Array) {
  const models = offsets.length - 1;
  const tagLanes = new Uint32Array(2 * models);
  const tagOffsets = new Uint32Array(offsets.length);
  let kept = 0;
  for (let doc = 0; doc < models; doc++) {
    let lane = 0;
    for (let at = offsets[doc] ?? 0; at < (offsets[doc + 1] ?? 0); at++) {
      const tag = runs[at] ?? 0;
      if (tag < laneTags && lane < lanesPerModel) {
        const place = placeOfLane(models, doc, lane);
        tagLanes[place] = (tagLanes[place] ?? 0) | ((tag + 1) << (8 * (lane & 3)));
        lane++;
      } else runs[kept++] = tag;
    }
    tagOffsets[doc + 1] = kept;
  }
  return { tagLanes, tagOffsets, tags: runs.subarray(0, kept) };
}

/** Number of tags that have lists of the models with the tag outside its lanes. */
const listedTags = 2048;

/** Inverts the runs: for each of the first tags its models, ascending. */
function listModels(tags: Uint32Array, offsets: Uint32Array, known: number) {
  const listed = Math.min(known, listedTags);
  const tagListOffsets = new Uint32Array(listed + 1);
  for (const tag of tags) if (tag < listed) tagListOffsets[tag + 1] = (tagListOffsets[tag + 1] ?? 0) + 1;
  for (let tag = 1; tag <= listed; tag++)
    tagListOffsets[tag] = (tagListOffsets[tag] ?? 0) + (tagListOffsets[tag - 1] ?? 0);
  const next = tagListOffsets.slice();
  const tagLists = new Uint32Array(tagListOffsets[listed] ?? 0);
  for (let doc = 0; doc < offsets.length - 1; doc++)
    for (let at = offsets[doc] ?? 0; at < (offsets[doc + 1] ?? 0); at++) {
      const tag = tags[at] ?? 0;
      if (tag >= listed) continue;
      const place = next[tag] ?? 0;
      next[tag] = place + 1;
      tagLists[place] = doc;
    }
  return { tagListOffsets, tagLists };
}

/** Renumbers tags, most models first, as only these can lead a facet. `base` is the large segment of a small one. */
export function numberTags({ lists, columns }: FactReader, base: Segment | undefined) {
  const texts = lists.tags.values;
  const counts = new Uint32Array(texts.length);
  const runs = columns.tags.view().slice();
  for (const tag of runs) counts[tag] = (counts[tag] ?? 0) + 1;
  const order = Uint32Array.from(texts.keys()).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  const numbers = new Uint32Array(texts.length);
  for (const [number, tag] of order.entries()) numbers[tag] = number;
  for (let at = 0; at < runs.length; at++) runs[at] = numbers[runs[at] ?? 0] ?? 0;
  sortRuns(runs, columns.tagOffsets.view());
  const laid = fillLanes(runs, columns.tagOffsets.view());
  const written = createTexts();
  for (const tag of order) written.add(texts[tag] ?? '');
  const keys = Array.from(order, (tag) => (texts[tag] ?? '').toLowerCase());
  const tagsByText = Uint32Array.from(keys.keys()).sort((a, b) => {
    const [left = '', right = ''] = [keys[a], keys[b]];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  return {
    ...laid,
    ...listModels(laid.tags, laid.tagOffsets, texts.length),
    tagUses: order.map((tag) => counts[tag] ?? 0),
    tagsByText,
    tagsInBase: Uint32Array.from(base ? keys : [], (key) => (base && findTag(base, key)) ?? unknownTag),
    tagTextOffsets: written.offsets(),
    tagBytes: written.bytes(),
  };
}

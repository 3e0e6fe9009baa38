import type { Matches } from './matcher.ts';
import { noTriangles, type Segment } from './segment.ts';
import { facetCodes, type Selection } from './select.ts';
import { bucketBounds, bucketOf } from './triangle-buckets.ts';

/** What one segment holds of a selection. */
export type Counts = {
  /** Models of each cell that fail at most one constraint of their cell, and none of their own. */
  readonly cells: Uint32Array;
  readonly codes: Uint8Array;
  readonly tags: Uint32Array;
  /** Models outside the wanted triangles that hold all else. */
  readonly otherBuckets: Uint32Array;
  readonly least: number;
  readonly most: number;
};

export type Counted = {
  readonly segment: Segment;
  readonly dead: Uint8Array | null;
  readonly selection: Selection;
  /** Null for all models. */
  readonly matches: Matches | null;
};

/** Counts a selection in one pass over its models. */
export function countSelection({ segment, dead, selection, matches }: Counted): Counts {
  const { cells: cellOf, triangles, tagOffsets, tags, facts } = segment;
  const cells = new Uint32Array(facts.cells.length);
  const tagCounts = new Uint32Array(segment.tagTextOffsets.length - 1);
  const otherBuckets = new Uint32Array(bucketBounds.length);
  let [least, most] = [noTriangles, -1];

  const countTags = (doc: number) => {
    const end = tagOffsets[doc + 1] ?? 0;
    for (let at = tagOffsets[doc] ?? 0; at < end; at++) {
      const tag = tags[at] ?? 0;
      tagCounts[tag] = (tagCounts[tag] ?? 0) + 1;
    }
  };
  const noteTriangles = (doc: number) => {
    const count = triangles[doc] ?? noTriangles;
    if (count === noTriangles) return;
    if (count < least) least = count;
    if (count > most) most = count;
  };
  const count = (doc: number) => {
    const code = selection.codeOf(doc);
    if (code === facetCodes.several) return;
    if (code === facetCodes.tag) return countTags(doc);
    if (code === facetCodes.triangles) {
      const known = triangles[doc] ?? noTriangles;
      if (known === noTriangles) return;
      const bucket = bucketOf(known);
      otherBuckets[bucket] = (otherBuckets[bucket] ?? 0) + 1;
      return noteTriangles(doc);
    }
    const cell = cellOf[doc] ?? 0;
    cells[cell] = (cells[cell] ?? 0) + 1;
    if (code !== facetCodes.none) return;
    countTags(doc);
    noteTriangles(doc);
  };
  const countCells = () => {
    const { cellOffsets, cellDocs } = segment;
    for (let cell = 0; cell < cells.length; cell++) {
      const [from = 0, to = 0] = [cellOffsets[cell], cellOffsets[cell + 1]];
      cells[cell] = to - from;
      if (selection.codes[cell] !== facetCodes.none) continue;
      for (let at = from; at < to; at++) {
        countTags(cellDocs[at] ?? 0);
        noteTriangles(cellDocs[at] ?? 0);
      }
    }
  };

  if (matches !== null) for (let at = 0; at < matches.length; at++) count(matches.docs[at] ?? 0);
  else if (dead === null && selection.isCellwise) countCells();
  else for (let doc = 0; doc < facts.models; doc++) if (dead === null || dead[doc] !== 1) count(doc);
  return { cells, codes: selection.codes, tags: tagCounts, otherBuckets, least, most };
}

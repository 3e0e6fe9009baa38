import type { FacetCounter } from './facets/count-facets.ts';
import type { SegmentFilter } from './facets/filter-segment.ts';
import type { ListFacets } from './facets/list-facets.ts';
import type { Selection } from './facets/select.ts';
import type { Matcher } from './match/matcher.ts';
import type { OrderOf } from './rank/orders.ts';
import type { FindHead } from './segment/heads.ts';
import type { LevelNumbersOf } from './segment/measures.ts';
import type { Segment } from './segment/segment.ts';
import type { NamedCategories } from './segment/title-hash.ts';
import type { Vocabulary } from './segment/vocabulary.ts';

export type SearchedSegment = {
  readonly segment: Segment;
  /** 1 for each model that has since been changed or removed; null if there are none. */
  readonly dead: Uint8Array | null;
  readonly vocabulary: Vocabulary;
  readonly matcher: Matcher;
  readonly namedCategories: NamedCategories;
  readonly facets: ListFacets;
  readonly findHead: FindHead;
  /** Triangles and sizes of the chosen topologies. */
  readonly levelsOf: LevelNumbersOf;
  readonly orderOf: OrderOf;
  readonly everything: Selection;
  readonly filter: SegmentFilter;
  readonly countFacets: FacetCounter;
};

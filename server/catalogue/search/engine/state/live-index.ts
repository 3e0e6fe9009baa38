import { parseSynonyms, type Synonyms } from '../../analysis/synonyms.ts';
import { createFacetCounter } from '../facets/count-facets.ts';
import { createSegmentFilter } from '../facets/filter-segment.ts';
import { createListFacets } from '../facets/list-facets.ts';
import { createSelection } from '../facets/select.ts';
import { createMatcher } from '../match/matcher.ts';
import { createOrders } from '../rank/orders.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { createSearcher, type Searcher } from '../searcher.ts';
import { createFindHead } from '../segment/heads.ts';
import { createLevelNumbers } from '../segment/measures.ts';
import { openSegment, type Segment } from '../segment/segment.ts';
import { createNamedCategories } from '../segment/title-hash.ts';
import { openVocabulary } from '../segment/vocabulary.ts';
import type { IndexState } from './index-builder.ts';

/** What searches use: an index, and the text of a synonym file. */
export type Searched = {
  readonly state: IndexState;
  readonly synonyms: string;
  /** Models that are hidden from the person who searches. */
  readonly hidden?: ReadonlySet<number>;
};
const none: ReadonlySet<number> = new Set();

type Opened = Omit<SearchedSegment, 'dead' | 'vocabulary'> & {
  readonly vocabularyOf: ReturnType<typeof openVocabulary>;
};

function open(segment: Segment): Opened {
  const facets = createListFacets(segment.facts);
  const levelsOf = createLevelNumbers(segment);
  return {
    segment,
    facets,
    levelsOf,
    vocabularyOf: openVocabulary(segment),
    matcher: createMatcher(segment.facts.models),
    orderOf: createOrders(segment),
    findHead: createFindHead(segment),
    namedCategories: createNamedCategories(segment.facts),
    everything: createSelection({ segment, facets, levelsOf }, {}),
    filter: createSegmentFilter(segment, levelsOf),
    countFacets: createFacetCounter(segment, facets, levelsOf),
  };
}

/** Adds hidden models to the dead ones of a segment. */
function hide(
  { modelIds }: Segment,
  dead: Uint8Array | null,
  hidden: ReadonlySet<number>,
): Uint8Array | null {
  if (hidden.size === 0) return dead;
  const all = dead?.slice() ?? new Uint8Array(modelIds.length);
  for (let doc = 0; doc < modelIds.length; doc++) if (hidden.has(modelIds[doc] ?? 0)) all[doc] = 1;
  return all;
}

const withDead = ({ vocabularyOf, ...opened }: Opened, dead: Uint8Array | null): SearchedSegment => ({
  ...opened,
  dead,
  vocabulary: vocabularyOf(dead),
});

/** Opens successive states of the index. Their large part is opened once for as long as it is the same. */
export function createLiveIndex(read = openSegment) {
  let parsed: { readonly text: string; readonly synonyms: Synonyms } | null = null;
  let known: { readonly seq: number; readonly opened: Opened } | null = null;

  return ({ state, synonyms: text, hidden = none }: Searched): Searcher => {
    // Memory from a thread is a new object each time, so its content decides whether it is the same.
    if (known?.seq !== state.baseSeq || known.opened.segment.buffer.byteLength !== state.base.byteLength)
      known = { seq: state.baseSeq, opened: open(read(state.base)) };
    const { opened } = known;
    const dead = state.dead === null ? null : new Uint8Array(state.dead);
    const base = withDead(opened, hide(opened.segment, dead, hidden));
    const changed = state.delta === null ? [] : [open(read(state.delta))];
    const delta = changed.map((one) => withDead(one, hide(one.segment, null, hidden)));
    const segments = [base, ...delta];
    if (parsed?.text !== text) parsed = { text, synonyms: parseSynonyms(text) };
    return createSearcher(segments, parsed.synonyms);
  };
}

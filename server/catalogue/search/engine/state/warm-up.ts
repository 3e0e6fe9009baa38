import { splitWords } from '../../analysis/tokenise.ts';
import type { EngineFilters, EngineQuery } from '../engine-types.ts';
import type { Answers } from '../searcher.ts';
import { openSegment, type Segment, titleOf } from '../segment/segment.ts';

/** In smaller catalogues, even the first queries are fast. */
const fewestModels = 10_000;
const titlesRead = 20;
/** If few queries are wanted, more titles are searched for them. */
const mostTitlesRead = 400;

const swapLetters = (word: string) => `${word[0]}${word[2]}${word[1]}${word.slice(3)}`;

function filtersOf({ facts, categories, traits }: Segment, doc: number): EngineFilters {
  const slug = facts.categories[categories[doc] ?? 0]?.slug;
  const license = facts.licenses[facts.traits[traits[doc] ?? 0]?.license ?? 0];
  return { ...(slug && { categories: [slug] }), ...(license && { licenses: [license] }), triMin: 1 };
}

/** Generates queries of every kind from the titles of some models. */
export function* listWarmUps(segment: Segment, titles = titlesRead): Generator<EngineQuery> {
  const { models } = segment.facts;
  const toQuery = (words: string, filters: EngineFilters = {}): EngineQuery => ({
    words,
    sort: 'relevance',
    limit: 24,
    offset: 0,
    filters,
  });
  for (let turn = 0; turn < titles; turn++) {
    const doc = Math.floor((turn * models) / titles);
    const [first, second] = splitWords(titleOf(segment, doc)).filter((word) => /^[a-z]{5,}$/.test(word));
    if (first === undefined) continue;
    const filters = filtersOf(segment, doc);
    yield toQuery(first);
    yield toQuery(first, filters);
    yield toQuery(first.slice(0, 3));
    yield toQuery(first.slice(0, 3), filters);
    yield toQuery(swapLetters(first));
    if (second !== undefined) yield toQuery(`${first} ${second}`);
    if (second !== undefined) yield toQuery(`${first} ${second.slice(0, 4)}`);
    yield { ...toQuery(''), words: null, sort: 'popular', filters };
  }
}

/** How long to pause when a real query arrives. */
const quietMilliseconds = 200;

type WarmUp = {
  readonly searcher: Answers;
  readonly base: SharedArrayBuffer;
  readonly isEnough: () => boolean;
  /** True if there was a query since the last call. */
  readonly isAsked: () => boolean;
  /** Limits the queries to those that this engine will get; by default all. */
  readonly isWanted?: (query: EngineQuery) => boolean;
};

/** Runs one query per idle turn of the event loop, so that the loops are compiled before the first real query. */
export function warmUp({ searcher, base, isEnough, isAsked, isWanted }: WarmUp) {
  const segment = openSegment(base);
  if (segment.facts.models < fewestModels) return;
  const queries = isWanted ? listWarmUps(segment, mostTitlesRead).filter(isWanted) : listWarmUps(segment);
  const answerNext = () => {
    if (isEnough()) return;
    if (isAsked()) {
      setTimeout(answerNext, quietMilliseconds).unref();
      return;
    }
    const next = queries.next();
    if (next.done) return;
    searcher.search(next.value);
    searcher.facets(next.value);
    setImmediate(answerNext);
  };
  setImmediate(answerNext);
}

/** Returns a function that tells whether there was a query since its last call. */
export function followAsked(asked: { readonly times: number }) {
  let known = 0;
  return () => {
    const isNew = known !== asked.times;
    known = asked.times;
    return isNew;
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { type EngineFacets, type EnginePage, type EngineQuery, facetNames } from './engine-types.ts';
import { keepFacets } from './keep-facets.ts';
import { readQueryWords } from './query-words.ts';

/** The best models of a text in two rows of numbers, and its facets as the bytes of their JSON: thousands of answers are held. */
type Prepared = {
  readonly modelIds: Float64Array;
  readonly scores: Float64Array;
  readonly total: number;
  readonly facets: Buffer;
};

type Asked = {
  readonly listTexts: () => Promise<readonly string[]>;
  readonly search: (query: EngineQuery) => Promise<EnginePage>;
  readonly facets: (query: EngineQuery) => Promise<EngineFacets>;
};

/** Pages further down are looked for when they are asked for. */
const mostHits = 96;
/** How long nobody must have asked, and nothing changed, before it goes on. */
const quietMilliseconds = 500;
/** After a change it stands back for so many times as long as it took before, so that it never takes most of a core. */
const restShare = 3;

const toQuery = (words: string): EngineQuery => ({
  words,
  sort: 'relevance',
  limit: mostHits,
  offset: 0,
  filters: {},
});

/** The single word of a query that asks for nothing else; null for all others. */
function singleWord({ words, sort, filters }: EngineQuery): string | null {
  if (words === null || sort !== 'relevance' || Object.keys(filters).length > 0) return null;
  const read = readQueryWords(words);
  return read?.words.length === 1 && read.quoted.length === 0 ? (read.words[0] ?? null) : null;
}

/**
 * Works out the answers to the heaviest texts while nobody asks, and holds them for as long as the catalogue does not
 * change. `isAsked` tells whether somebody asked since it was last called.
 */
export function createPreparedAnswers(isAsked: () => boolean) {
  let answers = new Map<string, Prepared>();
  let running: Promise<void> = Promise.resolve();
  let rest = 0;

  const prepare = async (text: string, { search, facets }: Asked): Promise<Prepared> => {
    const query = toQuery(text);
    const [page, counted] = await Promise.all([search(query), facets(query)]);
    return {
      modelIds: Float64Array.from(page.hits, ({ modelId }) => modelId),
      scores: Float64Array.from(page.hits, ({ score }) => score),
      total: page.total,
      facets: Buffer.from(JSON.stringify(counted)),
    };
  };
  const quiet = async () => {
    while (isAsked()) await wait(quietMilliseconds, null, { ref: false });
  };
  /** Works out answers for as long as `own` are those of the present state. */
  const run = async (own: Map<string, Prepared>, asked: Asked) => {
    await wait(rest, null, { ref: false });
    rest = quietMilliseconds;
    for (const text of answers === own ? await asked.listTexts() : []) {
      await quiet();
      if (answers !== own) return;
      const start = performance.now();
      const prepared = await prepare(text, asked);
      rest += (performance.now() - start) * restShare;
      // What was asked on both sides of a change holds for neither.
      if (answers === own) own.set(text, prepared);
    }
  };
  const find = (query: EngineQuery): Prepared | undefined => {
    if (answers.size === 0) return undefined;
    const word = singleWord(query);
    return word === null ? undefined : answers.get(word);
  };

  return {
    /** Drops all answers; with `asked`, works out those of a new state of the catalogue. */
    renew(asked: Asked | null) {
      const own = new Map<string, Prepared>();
      answers = own;
      if (asked === null) return;
      // Without these answers everything still is answered, only later.
      running = run(own, asked).catch(() => {});
    },
    /** Settles when the answers of the present state are there. */
    async settled() {
      // Its own timers keep no process from ending, but who waits for it wants it to go on.
      const awake = setInterval(() => {}, quietMilliseconds);
      await running.finally(() => clearInterval(awake));
    },
    page(query: EngineQuery): EnginePage | null {
      const found = find(query);
      const end = query.offset + query.limit;
      if (found === undefined || (end > found.modelIds.length && found.modelIds.length < found.total))
        return null;
      const modelIds = found.modelIds.subarray(query.offset, end);
      const hits = Array.from(modelIds, (modelId, index) => ({
        modelId,
        score: found.scores[query.offset + index] ?? 0,
      }));
      return { hits, total: found.total, suggestions: [] };
    },
    facets(query: EngineQuery): EngineFacets | null {
      const found = find(query);
      if (found === undefined) return null;
      return keepFacets(JSON.parse(found.facets.toString()), query.facets ?? facetNames);
    },
  };
}

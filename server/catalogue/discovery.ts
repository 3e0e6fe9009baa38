import type { FastifyBaseLogger } from 'fastify';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Core } from '../base/core.ts';
import { createDiscoveryAnswers } from '../base/http/discovery-answers.ts';
import type { Readiness } from '../base/http/status.ts';
import { createCatalogue } from './catalogue.ts';
import { createDiscoveryHandlers } from './handlers.ts';
import type { Models } from './model/models.ts';
import { createLexicalRanking } from './query.ts';
import { createRecords } from './records.ts';
import { type Embeddings, openEmbeddings } from './search/embeddings/open-embeddings.ts';
import type { SearchEngine } from './search/engine/engine-types.ts';
import { createSearchEngine } from './search/engine/search-engine.ts';
import { createSynonyms } from './synonyms.ts';

type Parts = Pick<Core, 'db' | 'config' | 'addresses' | 'clock' | 'work'> & {
  readonly models: Models;
  readonly log: FastifyBaseLogger;
  readonly readiness: Pick<Readiness, 'isReady' | 'progress'>;
  /** Called whenever a model without a poster is shown; null if this server renders none. */
  readonly onMissingPoster: ((modelId: number) => void) | null;
};

/** Returns null without an embedder, or if vectors cannot be stored; search by words works without. */
function tryEmbeddings({ db, config, log, clock, work }: Parts, engine: SearchEngine): Embeddings | null {
  if (config.embeddings === null) return null;
  const warn = (message: string) => log.warn({ event: 'embeddings' }, message);
  try {
    return openEmbeddings({ db, engine, settings: config.embeddings, clock, work, warn });
  } catch (error) {
    log.error({ event: 'embeddings', err: error }, 'Search by meaning is off; search by words works.');
    return null;
  }
}

/** Assembles what the public discovery routes need: engine, ranking and cached answers. */
export function createDiscovery(parts: Parts) {
  const { db, config, models, addresses, log, readiness, onMissingPoster } = parts;
  const onError = (error: Error) =>
    log.error(
      { event: 'search-index', err: error },
      'The search index could not be built, updated or saved.',
    );
  const engine = createSearchEngine({ db, dataDir: config.dataDir, onError });
  let isSearchable = false;
  engine.ready.then(() => {
    isSearchable = true;
  });
  const embeddings = tryEmbeddings(parts, engine);
  const ranking = embeddings?.ranking ?? createLexicalRanking(engine);
  const records = createRecords({
    db,
    addresses,
    seq: engine.seq,
    maxBytes: cacheBudgets.records,
    onMissingPoster,
  });
  const catalogue = createCatalogue({ models, addresses, engine, ranking, records });
  const { state } = catalogue;
  return {
    catalogue,
    handlers: createDiscoveryHandlers(catalogue, records, {
      isLatest: engine.isLatest,
      reading: () => (readiness.isReady() ? null : readiness.progress()),
    }),
    synonyms: createSynonyms({ dataDir: config.dataDir, engine, records }),
    answers: createDiscoveryAnswers({ state }),
    state,
    isSearchable: () => isSearchable,
    /** Resolves once everything committed to the catalogue can be searched. */
    async apply() {
      embeddings?.wake();
      await engine.apply();
    },
    async close() {
      await embeddings?.close();
      await engine.close();
    },
  };
}

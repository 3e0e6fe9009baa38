import type { FastifyBaseLogger } from 'fastify';
import type { Addresses } from '../addresses.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open-database.ts';
import { createDiscoveryAnswers } from '../http/discovery-answers.ts';
import { type Embeddings, openEmbeddings } from './embeddings/open-embeddings.ts';
import type { SearchEngine } from './engine/search-engine.ts';
import { createSearchEngine } from './engine/search-engine.ts';
import { createFragments } from './fragments.ts';
import { createDiscoveryHandlers } from './handlers.ts';
import type { Models } from './models.ts';
import { createLexicalRanking } from './ranked-search.ts';

type Parts = {
  readonly db: Db;
  readonly config: Config;
  readonly models: Models;
  readonly addresses: Addresses;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  /** Told each time a model is shown that has no poster. */
  readonly onBare: (modelId: number) => void;
};

const fragmentBytes = 32 * 1024 * 1024;
const answerBytes = 16 * 1024 * 1024;

/** null without an embedder, and where vectors cannot be kept: search by words needs none of it. */
function tryEmbeddings({ db, config, log, clock }: Parts, engine: SearchEngine): Embeddings | null {
  if (config.embeddings === null) return null;
  const warn = (message: string) => log.warn({ event: 'embeddings' }, message);
  try {
    return openEmbeddings({ db, engine, settings: config.embeddings, clock, warn });
  } catch (error) {
    log.error({ event: 'embeddings', err: error }, 'Search by meaning is off; search by words works.');
    return null;
  }
}

/** Everything behind the public discovery routes: engine, ranking, kept texts. */
export function createDiscovery(parts: Parts) {
  const { db, config, models, addresses, log, onBare } = parts;
  const onError = (error: Error) =>
    log.error(
      { event: 'search-index', err: error },
      'The search index failed; the database answers instead.',
    );
  const engine = createSearchEngine({ db, dataDir: config.dataDir, onError });
  const embeddings = tryEmbeddings(parts, engine);
  const ranking = embeddings?.ranking ?? createLexicalRanking(engine);
  const fragments = createFragments({
    db,
    addresses,
    revision: engine.revision,
    maxBytes: fragmentBytes,
    onBare,
  });
  const state = () => `${ranking.state()} ${addresses.base()} ${addresses.worker()}`;
  return {
    handlers: createDiscoveryHandlers({ models, addresses, engine, ranking, fragments }),
    answers: createDiscoveryAnswers({ state, maxBytes: answerBytes }),
    /** Settles when what was committed to the catalogue is searchable. */
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

import type { FastifyBaseLogger } from 'fastify';
import type { Addresses } from '../addresses.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open-database.ts';
import { createDiscoveryAnswers } from '../http/discovery-answers.ts';
import { createFragments } from './fragments.ts';
import { createDiscoveryHandlers } from './handlers.ts';
import type { Models } from './models.ts';
import { createLexicalRanking } from './ranking.ts';
import { createSearchEngine } from './sql-engine.ts';

type Parts = {
  readonly db: Db;
  readonly config: Config;
  readonly models: Models;
  readonly addresses: Addresses;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
};

const fragmentBytes = 32 * 1024 * 1024;
const answerBytes = 16 * 1024 * 1024;

/** Everything behind the public discovery routes: engine, ranking, kept texts. */
export function createDiscovery({ db, config, models, addresses }: Parts) {
  const engine = createSearchEngine({ db, dataDir: config.dataDir });
  const ranking = createLexicalRanking(engine);
  const fragments = createFragments({ db, addresses, revision: engine.revision, maxBytes: fragmentBytes });
  const state = () => `${ranking.state()} ${addresses.base()} ${addresses.worker()}`;
  return {
    handlers: createDiscoveryHandlers({ models, addresses, engine, ranking, fragments }),
    answers: createDiscoveryAnswers({ state, maxBytes: answerBytes }),
    /** Settles when what was committed to the catalogue is searchable. */
    apply: async () => engine.apply(),
    close: async () => engine.close(),
  };
}

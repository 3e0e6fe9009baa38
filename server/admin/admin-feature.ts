import type { FastifyInstance } from 'fastify';
import type { Rights } from '../accounts/rights/rights.ts';
import type { Passwords } from '../accounts/sign-in/passwords.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { LongQueries } from '../base/db/long-queries.ts';
import type { Readiness, Scanning } from '../base/http/status.ts';
import type { Traffic } from '../base/traffic.ts';
import type { SynonymTexts } from '../catalogue/synonyms.ts';
import { createAdminServices } from './admin-services.ts';
import { createBackupAdmin } from './backup-admin.ts';
import { createAdminHandlers } from './handlers.ts';
import { createProblemList } from './problem-list.ts';
import { createRegistrationAdmin } from './registration-admin.ts';
import { createRightAdmin } from './right-admin.ts';
import { createServerFacts } from './server-facts.ts';
import { createSynonymAdmin } from './synonym-admin.ts';
import { createUsageAdmin } from './usage-admin.ts';

type Parts = Pick<Core, 'config' | 'db' | 'store' | 'clock'> & {
  readonly http: FastifyInstance;
  readonly longQueries: LongQueries;
  readonly passwords: Passwords;
  readonly readiness: Readiness & Scanning;
  readonly traffic: Traffic;
  readonly synonyms: SynonymTexts;
  readonly rights: Pick<Rights, 'count' | 'refresh'>;
};

export const createAdminFeature = ({
  config,
  http,
  db,
  longQueries,
  store,
  clock,
  passwords,
  readiness,
  traffic,
  synonyms,
  rights,
}: Parts) => {
  const backups = createBackupAdmin({ config, db, store, clock });
  http.addHook('onClose', () => backups.close());
  return createAdminHandlers({
    services: createAdminServices(store, clock, passwords),
    registration: createRegistrationAdmin({ store, clock, config }),
    facts: createServerFacts(db, longQueries, store),
    problems: createProblemList({ db, longQueries, store, clock }),
    synonyms: createSynonymAdmin({ store, clock, synonyms }),
    rights: createRightAdmin({ store, clock, rights }),
    usage: createUsageAdmin({ config, longQueries, traffic }),
    config,
    backups,
    readiness,
    startedAt: toIso(clock()),
  });
};

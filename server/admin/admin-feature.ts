import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Readiness, Scanning } from '../base/http/status.ts';
import type { Config } from '../config.ts';
import { createAdminServices } from './admin-services.ts';
import { createAdminHandlers } from './handlers.ts';
import { createProblemList } from './problem-list.ts';
import { createRegistrationAdmin } from './registration-admin.ts';
import { createServerFacts } from './server-facts.ts';

type Parts = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly readiness: Readiness & Scanning;
};

/** The routes of admins. */
export const createAdminFeature = ({ config, db, clock, readiness }: Parts) =>
  createAdminHandlers({
    services: createAdminServices(db, clock),
    registration: createRegistrationAdmin({ db, clock, config }),
    facts: createServerFacts(db),
    problems: createProblemList(db),
    config,
    readiness,
    startedAt: toIso(clock()),
  });

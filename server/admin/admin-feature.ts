import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Readiness } from '../base/http/status.ts';
import type { Config } from '../config.ts';
import { createAdminServices } from './admin-services.ts';
import { createAdminHandlers } from './handlers.ts';
import { createServerFacts } from './server-facts.ts';

type Parts = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly readiness: Readiness;
};

/** The routes of admins. */
export const createAdminFeature = ({ config, db, clock, readiness }: Parts) =>
  createAdminHandlers({
    services: createAdminServices(db, clock),
    facts: createServerFacts(db),
    config,
    readiness,
    startedAt: toIso(clock()),
  });

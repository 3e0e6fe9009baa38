import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Passwords } from '../accounts/sign-in/passwords.ts';
import type { Metrics } from '../admin/metrics/register-metrics.ts';
import type { Core } from '../base/core.ts';
import { createLongQueries } from '../base/db/long-queries.ts';
import { type Addresses, createAddresses } from '../base/http/addresses.ts';
import { type Admission, createAdmission } from '../base/http/admission/admission.ts';
import { handleErrors } from '../base/http/errors.ts';
import { createLeaving, fastifyOptions, guardHost, hardenHttp } from '../base/http/harden.ts';
import type { Readiness } from '../base/http/status.ts';
import { redirectBelow } from '../base/http/sub-path.ts';
import { createTraffic } from '../base/traffic.ts';
import { createHostHealth } from '../catalogue/model/host-health.ts';
import type { Library } from '../library/library.ts';

export type AppParts = Pick<Core, 'config' | 'db' | 'clock' | 'storage' | 'work'> & {
  readonly key: Buffer;
  readonly readiness: Readiness & Pick<Library, 'reread' | 'rescan' | 'state'>;
  readonly rendererDir: string;
  readonly startersDir: string;
  readonly logStream?: NodeJS.WritableStream;
  /** Defaults to real password hashing. */
  readonly passwords?: Passwords;
};

export type Kernel = AppParts & Awaited<ReturnType<typeof openKernel>>;

/** Loads the metrics code only if there is a key. */
async function measure(http: FastifyInstance, admission: Admission, key: string | null) {
  if (key === null) return null;
  const { createMetrics } = await import('../admin/metrics/register-metrics.ts');
  return createMetrics(http, admission, key);
}

/** The HTTP server with its limits and guards, before any feature. */
export async function openKernel({ config, db, clock, storage, logStream }: AppParts) {
  const admission: Admission = createAdmission(config);
  const http: FastifyInstance = Fastify(fastifyOptions({ config, admission, stream: logStream }));
  admission.attach(http);
  const addresses: Addresses = createAddresses(config);
  const leaving = createLeaving(http);
  hardenHttp(http, { ...config, logsRequests: config.logLevel === 'debug', leaving });
  redirectBelow(http, addresses.root);
  guardHost(http, { addresses, hostNames: config.hostNames });
  handleErrors(http, storage);
  const metrics: Metrics | null = await measure(http, admission, config.metricsKey);
  const traffic = createTraffic(db, clock, () => storage.refusal() === null);
  const instance = randomUUID();
  const longQueries = createLongQueries(db, { few: config.tuning.fewPages });
  http.addHook('onClose', () => longQueries.close());
  const hostHealth = createHostHealth();
  return { http, admission, addresses, instance, leaving, metrics, traffic, hostHealth, longQueries };
}

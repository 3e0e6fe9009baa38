import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Admission } from '../../base/http/admission/admission.ts';
import { isSameText } from '../../base/keys.ts';
import { AppError } from '../../contract/errors.ts';
import { addHttpMetrics } from './http-metrics.ts';
import { addServerMetrics, type ServerState } from './server-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Means of nothing, as after two scrapes in a row, are left out like all unknown values. */
const withoutValue = /^.* nan\n/gim;

/** Measures every route added from now on, and serves the metrics to callers with the key from the settings. */
export function createMetrics(http: FastifyInstance, admission: Admission, key: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addHttpMetrics(registry, http, admission);
  http.addHook('onClose', async () => registry.clear());
  return {
    /** Serves the metrics at `/metrics`, in Prometheus format. */
    register(state: ServerState) {
      addServerMetrics(registry, state);
      http.get('/metrics', async ({ headers }, reply) => {
        const presented = /^Bearer (\S{1,1000})$/i.exec(headers.authorization ?? '')?.[1];
        if (presented === undefined || !isSameText(presented, key))
          throw new AppError(
            'UNAUTHENTICATED',
            'Send the key of the metrics (LODESTOCK_METRICS_KEY) as "Authorization: Bearer …".',
          );
        const text = (await registry.metrics()).replaceAll(withoutValue, '');
        return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
      });
    },
  };
}

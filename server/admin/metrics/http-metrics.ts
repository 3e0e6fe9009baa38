import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Admission } from '../../base/http/admission/admission.ts';
import { workOf } from '../../base/http/admission/door.ts';

/** Seconds; pages and searches are at the lower end, archives and large files at the upper. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function addAdmission(registry: Registry, { refusals, connections, door }: Admission): void {
  const registers = [registry];
  new Counter({
    name: 'lodestock_http_refused_total',
    help: 'Requests that were refused because the server was busy, by kind of work',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, count] of refusals) this.inc({ kind }, count);
    },
  });
  new Counter({
    name: 'lodestock_connections_closed_total',
    help: 'Connections that the server closed, by reason: full, per-address, silent, slow',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of connections.closings) this.inc({ reason }, count);
    },
  });
  new Gauge({
    name: 'lodestock_connections',
    help: 'Open connections',
    registers,
    collect() {
      this.set(connections.size());
    },
  });
  new Gauge({
    name: 'lodestock_http_waiting',
    help: 'Requests that wait for their turn',
    registers,
    collect() {
      this.set(door.waiting());
    },
  });
}

/** Counts and times requests by kind of work, from arrival. Event streams stay open, so they are only counted. */
export function addHttpMetrics(registry: Registry, http: FastifyInstance, admission: Admission): void {
  const requests = new Counter({
    name: 'lodestock_http_requests_total',
    help: 'Requests that were answered, by kind of work, method and status',
    labelNames: ['kind', 'method', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'lodestock_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer, its wait included',
    labelNames: ['kind'],
    buckets,
    registers: [registry],
  });
  http.addHook('onResponse', (request, reply, done) => {
    const { method, raw, url } = request;
    const kind = workOf(method, url);
    const beganAt = admission.connections.beganAt(raw.socket);
    requests.inc({ kind, method, status: reply.statusCode });
    if (kind !== 'streams' && beganAt !== null)
      durations.observe({ kind }, (performance.now() - beganAt) / 1000);
    done();
  });
  addAdmission(registry, admission);
}

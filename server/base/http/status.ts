import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, wordsOf } from '../../contract/errors.ts';
import { sentence, textOf, type Words } from '../../contract/sentence.ts';
import type { Storage } from '../data-folder/storage.ts';
import type { Addresses } from './addresses.ts';
import { renderOpenApi } from './docs.ts';

/** Distinguishes the servers of one data folder. */
export const instanceHeader = 'x-lodestock-instance';

export type Readiness = {
  /** Models read so far and found in total, during the first scan. */
  readonly progress: () => { readonly done: number; readonly total: number };
  readonly isReady: () => boolean;
  /** Reasons other than the own library why it is not ready, as sentences. */
  readonly waitsFor?: () => Words;
  /** Warnings for admins while models are served, as sentences. */
  readonly warnings?: () => readonly Words[];
  /** Adds a listener for changes of the catalogue; a change is announced once its promise settles. */
  readonly onChange: (listener: () => Promise<void>) => void;
};

export type Scanning = {
  /** `lastScanAt` is the last complete scan, in milliseconds since 1970; null before the first. */
  readonly state: () => { readonly isScanning: boolean; readonly lastScanAt: number | null };
};

type Health = {
  readonly instance: string;
  readonly readiness: Readiness;
  readonly storage: Pick<Storage, 'refusal'>;
  /** Absent on a file host, which has no search. */
  readonly isSearchable?: () => boolean;
  /** A warning for admins while the server works; null if there is none. */
  readonly warning: () => string | null;
  /** Whether the server is stopping and load balancers should use another. */
  readonly isLeaving: () => boolean;
  /** Whether the caller can see the state of the library and the server. */
  readonly mayTell: (request: FastifyRequest) => boolean;
};

function unread({ progress, waitsFor }: Readiness): AppError {
  const { done, total } = progress();
  const reading = sentence`The library is being read: ${{ done }} of ${{ total }} models. Try again soon.`;
  return new AppError('UNAVAILABLE', waitsFor?.() ?? reading, { details: { done, total } });
}

function tellWarnings({ warning, readiness }: Health) {
  const warnings = [warning() ?? [], readiness.warnings?.().map(textOf) ?? []].flat();
  return warnings.length > 0 && { warnings };
}

/** Adds /healthz (the process runs) and /readyz (changes can be written, the library is searchable). */
export function registerHealth(app: FastifyInstance, health: Health) {
  const { instance, readiness, storage, isSearchable, isLeaving, mayTell } = health;
  app.get('/healthz', async (_request, reply) => reply.header(instanceHeader, instance).send({ ok: true }));
  app.get('/readyz', async (request) => {
    if (isLeaving())
      throw new AppError('UNAVAILABLE', 'The server is shutting down. Try another server, or wait.');
    const isTold = mayTell(request);
    const refused = storage.refusal();
    // Always 503, as load balancers and supervisors expect.
    if (refused && !isTold)
      throw new AppError('UNAVAILABLE', 'The server cannot save changes at the moment. Try again soon.');
    if (refused) throw new AppError('UNAVAILABLE', wordsOf(refused), { details: refused.details ?? {} });
    if (readiness.isReady()) {
      if (isSearchable?.() !== false) return { ok: true, ...(isTold && tellWarnings(health)) };
      throw new AppError('UNAVAILABLE', 'The search index is being built. Try again soon.');
    }
    if (!isTold) throw new AppError('UNAVAILABLE', 'The library is being read. Try again soon.');
    throw unread(readiness);
  });
}

export function registerManifest(app: FastifyInstance, addresses: Addresses) {
  app.get('/api/manifest.yaml', async (_request, reply) =>
    reply
      .type('application/yaml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(renderOpenApi(addresses.base())),
  );
}

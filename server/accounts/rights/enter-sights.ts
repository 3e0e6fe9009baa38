import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../base/http/caller.ts';
import { toPrivateCaching, variesByCaller } from '../../base/http/private-caching.ts';
import { type Sight, withSight } from '../../base/sight.ts';
import type { Rights } from './rights.ts';

type Parts = {
  readonly rights: Pick<Rights, 'sightOf'>;
  readonly authenticate: Authenticate;
  /** Whether a request speaks for the server, or shows a permission of its own. */
  readonly isTrusted: (request: FastifyRequest) => boolean;
};

const server = { accountId: '', role: 'admin' } as const;
/** Files of the app itself: no models. */
const isOfApp = (url: string) => /^\/(ui|assets|updates)\//.test(url);

/**
 * Runs every request with the sight of its person. While there is any right, a route shows no more to a stranger than
 * strangers may see, whether it asks who calls or not, and no answer stays in shared caches.
 */
export function enterSights(app: FastifyInstance, { rights, authenticate, isTrusted }: Parts): void {
  const entered = new WeakMap<FastifyRequest, Sight>();
  const identify = (request: FastifyRequest) => {
    try {
      return isTrusted(request) ? server : authenticate(request);
    } catch {
      return null; // the route says why, where it asks who calls
    }
  };
  app.addHook('onRequest', (request, _reply, done) => {
    // Whether there are rights at all does not depend on who asks.
    if (rights.sightOf(null) === null) return done();
    const sight = rights.sightOf(identify(request));
    if (sight !== null) entered.set(request, sight);
    withSight(sight, done);
  });
  // What is called back once a body has been read does not belong to the request any more.
  app.addHook('preValidation', (request, _reply, done) => {
    withSight(entered.get(request) ?? null, done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const told = reply.getHeader('cache-control');
    if (entered.has(request) && !isOfApp(request.url)) {
      if (typeof told === 'string') reply.header('cache-control', toPrivateCaching(told));
      reply.header('vary', variesByCaller);
    }
    done();
  });
}

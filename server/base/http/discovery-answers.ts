import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { cacheBudgets } from '../cache-budgets.ts';
import { sightNow } from '../sight.ts';
import {
  type Encoding,
  encode,
  isNamed,
  isReadyAnswer,
  pickEncoding,
  sendTag,
  tagOfBody,
  tagOfState,
  varyByEncoding,
} from './ready-answer.ts';

const isDiscoveryPath = (url: string) =>
  /^\/(api-embeddings|api\/models|api\/manifest\.yaml|assets\/(plugins|manifests))(\/|\?|$)/.test(url);

/** Addresses of files, readable from every origin: access is controlled by the address itself. */
export const isFilePath = (url: string) => /^\/(data|leaves|zip|posters|viewer-asset)\//.test(url);

/** Routes that stay open on a private catalogue: assets without models, and files with a capability. */
const isAssetPath = (url: string) =>
  /^\/(api\/manifest\.yaml|assets\/(plugins|manifests))(\/|\?|$)/.test(url);
const isGrantedPath = (url: string) => /^\/(data|leaves|zip)\//.test(url);
/** Whether pages of every origin can read the response. */
export const isOpenToEverySite = (url: string) => isDiscoveryPath(url) || isFilePath(url);

const origin = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag, retry-after' };
const preflight = {
  ...origin,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/**
 * Allows every origin to read discovery and assets, including errors and 304. Preflights are answered for conditional
 * and Range requests on files, whose responses set their own CORS header.
 */
export function openToEverySite(app: FastifyInstance, isPrivate: boolean) {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request;
    const isDiscovery = isPrivate ? isAssetPath(url) : isDiscoveryPath(url);
    const isFile = isPrivate ? isGrantedPath(url) : isFilePath(url);
    if (method === 'OPTIONS' && (isDiscovery || isFile))
      return void reply.headers(preflight).code(204).send();
    if (isDiscovery) reply.headers(origin);
    done();
  });
}

type Kept = { readonly body: Buffer; readonly tag: string };
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type Parts = {
  /** Changes with everything that listings depend on. */
  readonly state: () => string;
};

export type DiscoveryAnswers = ReturnType<typeof createDiscoveryAnswers>;

const weigh = ({ body }: Kept) => body.length + 256;
// Longer addresses are answered, but never cached.
const longestAddress = 2048;

/**
 * Remembers about `most` recent keys. An answer is cached only from its second request on: most addresses are never
 * requested again, and caching them all costs a pause for garbage collection every 200 ms.
 */
function createLately(most: number): (key: string) => boolean {
  let [newer, older] = [new Set<string>(), new Set<string>()];
  return (key) => {
    const isKnown = newer.has(key) || older.has(key);
    if (newer.size >= most) [newer, older] = [new Set(), newer];
    newer.add(key);
    return isKnown;
  };
}
const mostLately = 1000;

/** Weak, because one answer is sent in several encodings. */
const weakly = (tag: string) => (tag.startsWith('W/') ? tag : `W/${tag}`);

/** Users with a narrowed view get other answers at the same address. */
const nameOf = ({ url }: FastifyRequest) => {
  const sight = sightNow();
  return sight === null ? url : `${sight.key} ${url}`;
};

type Sent = Kept & { readonly encoding: Encoding | null };

function send(reply: FastifyReply, { body, tag, encoding }: Sent, isKnown: boolean) {
  varyByEncoding(reply);
  sendTag(reply, weakly(tag));
  if (isKnown) return reply.code(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Caches whole answers of public routes by address, for one state of the catalogue; handles conditional requests. */
export function createDiscoveryAnswers({ state }: Parts) {
  const cache = new LRUCache<string, Kept>({ maxSize: cacheBudgets.answers, sizeCalculation: weigh });
  /** The same answers compressed, by encoding and address. */
  const compressed = new LRUCache<string, Kept>({
    maxSize: cacheBudgets.compressedAnswers,
    sizeCalculation: weigh,
  });
  const isAskedAgain = createLately(mostLately);
  let validFor = state();
  const follow = () => {
    const now = state();
    if (now === validFor) return now;
    cache.clear();
    compressed.clear();
    validFor = now;
    return now;
  };

  const squeeze = async (known: Kept, encoding: Encoding, name: string): Promise<Kept> => {
    const before = validFor;
    const body = await encode(known.body, encoding);
    const kept = { body, tag: known.tag };
    if (follow() === before && cache.has(name)) compressed.set(`${encoding} ${name}`, kept);
    return kept;
  };
  /** Sends the smallest encoding that the client accepts. */
  const sendSmall = async (known: Kept, { request, reply }: Exchange) => {
    const encoding = pickEncoding(request, known.body.length);
    if (encoding === null || isNamed(request.headers['if-none-match'], known.tag))
      return send(reply, { ...known, encoding: null }, isNamed(request.headers['if-none-match'], known.tag));
    return send(reply, { ...(await squeeze(known, encoding, nameOf(request))), encoding }, false);
  };

  return {
    state: follow,
    /** Answers from the cache, without a handler; false if the address is not cached. */
    recall(request: FastifyRequest, reply: FastifyReply) {
      const now = follow();
      const asked = request.headers['if-none-match'];
      const name = nameOf(request);
      const known = cache.get(name);
      if (known) {
        const isKnown = isNamed(asked, known.tag);
        const encoding = isKnown ? null : pickEncoding(request, known.body.length);
        const small = encoding && compressed.get(`${encoding} ${name}`);
        if (small) send(reply, { ...small, encoding }, false);
        else if (encoding === null) send(reply, { ...known, encoding }, isKnown);
        else
          sendSmall(known, { request, reply }).catch(() => send(reply, { ...known, encoding: null }, false));
        return true;
      }
      if (asked === undefined || asked.trim() === '*') return false;
      const tag = tagOfState(now, name);
      if (!isNamed(asked, tag)) return false;
      send(reply, { body: Buffer.alloc(0), tag, encoding: null }, true);
      return true;
    },
    /** Sends a result, or 304. `before` is the state before the handler ran: if it changed since, the result gets no tag. */
    async send(given: unknown, before: string, { request, reply }: Exchange) {
      const name = nameOf(request);
      if (!isReadyAnswer(given)) {
        const body = Buffer.from(JSON.stringify(given));
        const tag = tagOfBody(body);
        return sendSmall({ body, tag }, { request, reply });
      }
      if (!given.isLasting || follow() !== before) {
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(given.body);
      }
      const kept = { body: given.body, tag: tagOfState(before, name) };
      if (request.url.length <= longestAddress && isAskedAgain(name)) cache.set(name, kept);
      return sendSmall(kept, { request, reply });
    },
  };
}

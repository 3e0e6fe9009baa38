import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isNamed, sendTag, tagOfBody, tagOfState } from './conditional.ts';
import { isReadyAnswer } from './ready-answer.ts';

type Kept = { readonly body: Buffer; readonly tag: string };
type Parts = {
  /** Changes with everything that listings are made of. */
  readonly state: () => string;
  readonly maxBytes: number;
};

export type DiscoveryAnswers = {
  /** Answers from what is known of the address, without asking a handler; false when nothing is. */
  recall(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Sends what a handler gave, or 304; `state` is the one from before the handler ran. */
  send(given: unknown, state: string, call: { request: FastifyRequest; reply: FastifyReply }): FastifyReply;
  state(): string;
};

const weigh = ({ body }: Kept) => body.length + 256;
// Longer addresses are answered, but never kept.
const longestAddress = 2048;

function send(reply: FastifyReply, { body, tag }: Kept, isKnown: boolean) {
  sendTag(reply, tag);
  if (isKnown) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Whole answers of public routes by address, valid for one state of the catalogue; conditional requests. */
export function createDiscoveryAnswers({ state, maxBytes }: Parts): DiscoveryAnswers {
  const cache = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: weigh });
  let validFor = state();
  const follow = () => {
    const now = state();
    if (now === validFor) return now;
    cache.clear();
    validFor = now;
    return now;
  };

  return {
    state: follow,
    recall(request, reply) {
      const now = follow();
      const asked = request.headers['if-none-match'];
      const known = cache.get(request.url);
      if (known) {
        send(reply, known, isNamed(asked, known.tag));
        return true;
      }
      if (asked === undefined || asked.trim() === '*') return false;
      const tag = tagOfState(now, request.url);
      if (!isNamed(asked, tag)) return false;
      send(reply, { body: Buffer.alloc(0), tag }, true);
      return true;
    },
    send(given, before, { request, reply }) {
      const { url, headers } = request;
      const asked = headers['if-none-match'];
      if (!isReadyAnswer(given)) {
        const body = Buffer.from(JSON.stringify(given));
        const tag = tagOfBody(body);
        return send(reply, { body, tag }, isNamed(asked, tag));
      }
      if (!given.isLasting) {
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(given.body);
      }
      const kept = { body: given.body, tag: tagOfState(before, url) };
      if (follow() === before && url.length <= longestAddress) cache.set(url, kept);
      return send(reply, kept, isNamed(asked, kept.tag));
    },
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBearer } from '../accounts/access/presented-tokens.ts';
import { toNetwork } from '../base/http/network.ts';
import type { Demand, Exchange } from './exchange.ts';

/** The caller over HTTP; `demanded` afterwards returns the status with which the answer demands a sign-in. */
export function toExchange(request: FastifyRequest): { exchange: Exchange; demanded: () => Demand | null } {
  let status: Demand | null = null;
  const exchange: Exchange = {
    address: toNetwork(request.ip),
    bearer: readBearer(request.headers),
    demand: (demanded) => {
      status = demanded;
    },
  };
  return { exchange, demanded: () => status };
}

/** The request in the SDK's form; its signal aborts when the client disconnects. */
export function toWebRequest(request: FastifyRequest, reply: FastifyReply, url: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const hasBody = request.method === 'POST' && typeof request.body === 'string';
  return new Request(url, {
    method: request.method,
    headers,
    signal: leaving.signal,
    ...(hasBody && { body: request.body as string }),
  });
}

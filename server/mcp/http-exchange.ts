import type { FastifyReply, FastifyRequest } from 'fastify';
import { toNetwork } from '../base/http/network.ts';
import type { Exchange } from './exchange.ts';

const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i;

/** Who asks over HTTP; `mustPay` tells afterwards whether the answer demanded a key. */
export function toExchange(request: FastifyRequest): { exchange: Exchange; mustPay: () => boolean } {
  let isDemanded = false;
  const exchange: Exchange = {
    address: toNetwork(request.ip),
    bearer: bearer.exec(request.headers.authorization ?? '')?.[1] ?? null,
    demandPayment: () => {
      isDemanded = true;
    },
  };
  return { exchange, mustPay: () => isDemanded };
}

/** The request as the SDK reads it; its signal ends when the client leaves. */
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

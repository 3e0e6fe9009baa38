import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../contract/limits.ts';
import type { McpDoor } from './door.ts';
import { exchanges } from './exchange.ts';
import { toExchange, toWebRequest } from './http-exchange.ts';

type Parts = { readonly url: () => string; readonly challenge: McpDoor['challenge'] };

const eventData = /^data: (\{.*\})$/m;

/**
 * Streamable HTTP without sessions: each request gets its own server, so that clients that never close leave nothing
 * behind. The status is sent with the first bytes of the answer, because only then it is known whether a key is
 * demanded (402, 403).
 */
export function createStreamableHttp(handler: McpHttpHandler, { url, challenge }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { exchange, demanded } = toExchange(request);
    const asked = toWebRequest(request, reply, url());
    const answer = await exchanges.run(exchange, () => handler.fetch(asked));
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    reply.hijack();
    const headers = Object.fromEntries(answer.headers);
    const head = { ...headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
    const status = demanded();
    if (status !== null) {
      const text = Buffer.from(first?.value ?? []).toString();
      await reader?.cancel();
      const body = eventData.exec(text)?.[1] ?? text;
      reply.raw.writeHead(status, {
        ...head,
        'www-authenticate': challenge(request, status === 403 ? 'insufficient_scope' : null),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      reply.raw.end(body);
      return;
    }
    reply.raw.setTimeout(0); // tools can stream for as long as they need
    reply.raw.writeHead(answer.status, head);
    if (reader && first) await copyStream(reader, first, reply);
    reply.raw.end();
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Chunk = Awaited<ReturnType<Reader['read']>>;

/** Copies a stream at the client's pace; cuts off a client that has not read for too long. */
async function copyStream(reader: Reader, first: Chunk, { raw }: FastifyReply) {
  for (let chunk = first; !chunk.done; chunk = await reader.read()) {
    if (raw.destroyed) return reader.cancel();
    if (!raw.write(chunk.value) && raw.writableLength > limits.mcp.unsentBytes) {
      raw.destroy();
      return reader.cancel();
    }
  }
}

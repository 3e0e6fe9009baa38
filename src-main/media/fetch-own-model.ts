import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { RequestError } from 'got';
import type { Http } from '../platform/network/http.ts';
import { toNetworkFailure } from '../platform/network/network-failure.ts';

const mostOfRefusal = 20_000;

function toBody(stream: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void stream.destroy(),
  });
}

async function readRefusal(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostOfRefusal) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Wanted = { readonly address: string; readonly token: string | null; readonly signal: AbortSignal };

export const toHeaders = (token: string | null) =>
  token === null ? {} : { authorization: `Bearer ${token}` };

async function open(http: Http, { address, token, signal }: Wanted) {
  const headers = toHeaders(token);
  const stream = http.stream(address, { throwHttpErrors: false, retry: { limit: 0 }, signal, headers });
  stream.on('error', () => undefined); // only callers that await the response or read the body need to know
  try {
    await once(stream, 'response');
  } catch (error) {
    const asked = error instanceof RequestError ? error.options.url : undefined;
    throw toNetworkFailure(new URL(asked ?? address).origin, error);
  }
  return { stream, statusCode: stream.response?.statusCode ?? 502, headers: stream.response?.headers ?? {} };
}

/** Returns a GLB as a stream, for progress and cancelling, or a refusal as text. Throws UNAVAILABLE without a response. */
export async function fetchOwnModel(http: Http, wanted: Wanted): Promise<Response> {
  const { stream, statusCode, headers } = await open(http, wanted);
  const safe = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if (statusCode !== 200) {
    const status = statusCode >= 400 ? statusCode : 502;
    return new Response(await readRefusal(stream), {
      status,
      headers: { ...safe, 'content-type': 'text/plain' },
    });
  }
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  return new Response(toBody(stream), {
    headers: {
      ...safe,
      'content-type': 'model/gltf-binary',
      ...(length !== undefined && { 'content-length': length }),
    },
  });
}

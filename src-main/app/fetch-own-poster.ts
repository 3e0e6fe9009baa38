import type { Http } from '../http.ts';

const notThere = () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });

/** A poster, or 404 for whatever is none. */
export async function fetchOwnPoster(http: Http, address: string): Promise<Response> {
  const { statusCode, headers, rawBody } = await http(address, { throwHttpErrors: false });
  const type = headers['content-type'] ?? '';
  if (statusCode !== 200 || !/^image\/(webp|png|jpeg)$/.test(type)) return notThere();
  return new Response(new Uint8Array(rawBody), {
    headers: {
      'content-type': type,
      'cache-control': headers['cache-control'] ?? 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  });
}

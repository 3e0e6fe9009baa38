import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { assetType } from '../../../server/contract/catalogue/asset-types.ts';
import { AppError } from '../../../server/contract/errors.ts';
import type { FindAsset } from '../plugins/public-assets.ts';

/** Sends a public file, or 304 if it is unchanged. Web pages can neither read nor execute it. */
export async function sendAsset(request: IncomingMessage, response: ServerResponse, findAsset: FindAsset) {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new AppError('NOT_FOUND', 'These files are read-only. Use GET or HEAD.');
  const { name, content } = await findAsset(new URL(request.url ?? '/', 'http://127.0.0.1'));
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const headers = {
    etag,
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    'content-type': assetType(name),
    'content-length': content.length,
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}

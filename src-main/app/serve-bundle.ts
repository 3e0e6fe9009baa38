import { readFile } from 'node:fs/promises';
import path from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
};

/** Images and models can come from any server, code (also the WebAssembly decoders) only from the bundle. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob: http: https:",
  "connect-src 'self' data: blob: http: https:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

function findFile(root: string, url: URL): string | null {
  try {
    const file = path.join(root, decodeURIComponent(url.pathname));
    return file.startsWith(root + path.sep) && !file.includes('\0') ? file : null;
  } catch {
    return null; // malformed percent-encoding
  }
}

export function createBundleHandler(
  root: string,
  host: string,
  fetchMedia: (url: URL, signal: AbortSignal) => Promise<Response | null> | null,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const isOwn = request.method === 'GET' && url.host === host;
    const file = isOwn ? findFile(root, url) : null;
    const body = file && (await readFile(file).catch(() => null));
    // A missing page must fail; a text response would count as loaded.
    if (file?.endsWith('.html') && !body) return Response.error();
    const media = isOwn && !body ? await fetchMedia(url, request.signal) : null;
    if (media) return media;
    if (!file || !body)
      return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': contentTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      },
    });
  };
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { placePage } from '../base/http/sub-path.ts';
import { AppError } from '../contract/errors.ts';

export const posterPagePath = '/posters-render';

// Decoders of compressed meshes and textures are WebAssembly; no other page needs it.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the page that renders posters, for a renderer with the key or an admin's browser. */
export function registerPosterPage(app: FastifyInstance, rendererDir: string, root: string) {
  const file = path.join(rendererDir, 'posters.html');
  app.get(posterPagePath, async (_request, reply) => {
    const built = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new AppError(
        'UNAVAILABLE',
        'The page that renders posters is not built. Run "npm run serve", which builds it.',
        { cause },
      );
    });
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    });
    return reply.type('text/html; charset=utf-8').send(placePage(built, root));
  });
}

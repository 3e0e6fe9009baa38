import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { pagePaths } from '../../server/contract/pages.ts';

/** Vite serves everything below this path, where the built pages have their scripts; the server serves the rest. */
export const moduleBase = '/ui/';

const isPage = (pathname: string) =>
  pagePaths.some((page) => (page.endsWith('*') ? pathname.startsWith(page.slice(0, -1)) : pathname === page));

async function renderPage(vite: ViteDevServer, address: string): Promise<string> {
  const html = await readFile(path.join(vite.config.root, 'web.html'), 'utf8');
  return vite.transformIndexHtml(address, html.replaceAll('src="./', 'src="/'));
}

/** Serves the site's pages from source; requests to the server wait while it restarts. */
export function devPages(isServerUp: () => Promise<boolean>): Plugin {
  return {
    name: 'dev-pages',
    // Vite's own scripts are inline and use a WebSocket, which the policy of the built window forbids.
    transformIndexHtml: (html) =>
      html
        .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
        .replace("connect-src 'self'", "connect-src 'self' ws:"),
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (pathname.startsWith(moduleBase)) return next();
        try {
          if (request.method === 'GET' && isPage(pathname)) {
            const html = await renderPage(vite, pathname);
            return response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
          }
          if (await isServerUp()) return next();
          response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' });
          response.end(
            'The server ended; its last words are in the terminal. It starts again after the next change.',
          );
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

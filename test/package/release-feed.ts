import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** What a feed gives of its release: all of it, with one byte changed, or half. */
export type Serving = 'good' | 'tampered' | 'interrupted';

/** A release of the next version, large enough to be cut. */
const release = Buffer.from(`#!/bin/sh\nexit 0\n${'#'.repeat(400_000)}`);

/** A feed of electron-updater on loopback, with one release behind a redirect. */
export async function startReleaseFeed() {
  let serving: Serving = 'good';
  const asked: string[] = [];
  const sha512 = createHash('sha512').update(release).digest('base64');
  const feed = [
    'version: 99.0.0',
    `files: [{ url: next.AppImage, sha512: '${sha512}', size: ${release.length} }]`,
    'path: next.AppImage',
    `sha512: ${sha512}`,
    'releaseNotes: Chairs have legs.',
    "releaseDate: '2026-01-01T00:00:00.000Z'",
  ].join('\n');
  function sendRelease(response: ServerResponse): void {
    const bytes = Buffer.from(release);
    if (serving === 'tampered') bytes[100] = 0;
    response.writeHead(200, { 'content-length': bytes.length });
    if (serving === 'interrupted')
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else response.end(bytes);
  }
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    asked.push(`${serving} ${path}`);
    if (/^\/latest-linux(-arm64)?\.yml$/.test(path)) response.end(feed);
    else if (path === '/next.AppImage') response.writeHead(302, { location: '/moved' }).end();
    else if (path === '/moved') sendRelease(response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    release,
    asked,
    serve(next: Serving) {
      serving = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

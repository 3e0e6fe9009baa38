import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';

/** The desktop's end of the hand-over, as plugins/README.md specifies it; `describe` writes its dcc.json. */
export async function startDesktopQueue(descriptor: string, jobs: object[]) {
  const secret = 'a secret of the desktop';
  const asked: { readonly url: URL; readonly isOurs: boolean }[] = [];
  const results: unknown[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const { authorization, origin } = incoming.headers;
    const isOurs = authorization === `Bearer ${secret}` && origin === undefined;
    asked.push({ url, isOurs });
    if (incoming.method === 'POST') results.push([url.pathname, JSON.parse(body)]);
    response.writeHead(isOurs ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: isOurs, ...(incoming.method === 'GET' && { jobs: jobs.splice(0) }) }));
  };
  // A host that ends while it still asks is not a fault of a test.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  mkdirSync(path.dirname(descriptor), { recursive: true });
  const describe = (given = secret) =>
    writeFileSync(descriptor, JSON.stringify({ version: 1, port, secret: given }), { mode: 0o600 });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, results, describe, descriptor, close };
}

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export type Loopback = {
  readonly origin: string;
  readonly requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  readonly close: () => Promise<void>;
};

/** A real HTTP server on loopback that ends with the test. */
export async function listen(handler: RequestListener, port = 0): Promise<Loopback> {
  const requests: Loopback['requests'][number][] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The test server has no port.');
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { origin: `http://127.0.0.1:${address.port}`, requests, close };
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
}

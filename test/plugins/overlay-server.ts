import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
export type Reply = {
  readonly status?: number;
  readonly type?: string;
  readonly body: string | Uint8Array;
};
type Override = (seen: Seen, passOn: () => Promise<Response>) => Reply | Promise<Reply>;

const ofOneHop = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  return body;
}

/** Stands before a server, remembers what was asked, and answers some paths in its place: a server gone wrong. */
export async function startOverlay() {
  const overrides: { readonly path: RegExp; readonly override: Override }[] = [];
  const seen: Seen[] = [];
  let target = '';

  const passOn = ({ method, path, headers, body }: Seen) => {
    const given = Object.entries(headers)
      .filter(([name]) => !ofOneHop.includes(name))
      .map(([name, value]): [string, string] => [name, String(value)]);
    return fetch(`${target}${path}`, {
      method,
      headers: given,
      redirect: 'manual',
      ...(body !== '' && { body }),
    });
  };
  const send = (response: ServerResponse, { status = 200, type = 'application/json', body }: Reply) => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const one = { method, path, headers, body: await readBody(incoming) };
    seen.push(one);
    const found = overrides.find((known) => known.path.test(path));
    if (found) {
      send(response, await found.override(one, () => passOn(one)));
      return;
    }
    const passed = await passOn(one);
    const type = passed.headers.get('content-type') ?? 'application/octet-stream';
    send(response, { status: passed.status, type, body: new Uint8Array(await passed.arrayBuffer()) });
  };
  // A server that is closed while somebody still asks is not a fault of a test.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    /** The bodies that were sent to ask for a file, which may charge. */
    askedFiles: () =>
      seen.filter(({ path }) => path === '/api/plugin/download/direct').map(({ body }) => body),
    aim: (next: string) => {
      target = next;
    },
    /** Answers what fits the pattern. */
    answer: (path: RegExp, override: Override) => overrides.unshift({ path, override }),
    clear: () => {
      overrides.length = 0;
      seen.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Overlay = Awaited<ReturnType<typeof startOverlay>>;

/** The server's own answer with some of its text replaced. */
export const changing =
  (change: (text: string) => string): Override =>
  async (_, passOn) => {
    const answer = await passOn();
    return { status: answer.status, body: change(await answer.text()) };
  };

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterUse } from './after-use.ts';
import { findQuietPort } from './find-quiet-port.ts';

export const syncKey = 'shared-by-site-and-hosts';

type FakeProduct = Readonly<Record<string, unknown>> & {
  readonly guid: string;
  readonly version: number;
};
type Change = { offset: number; guid: string; version: number; op: 'upsert' | 'delete'; at: string };

export const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** A product with one OBJ file; `content` decides its sha256. */
export function fakeProduct(guid: string, version: number, content = `${guid} ${version}`): FakeProduct {
  const file = {
    format: 'obj',
    lod: '10k',
    variant: null,
    role: 'scene',
    relativePath: '10k/thing.obj',
    fileName: 'thing.obj',
    sizeBytes: content.length,
    sha256: sha256Of(content),
    crc32: 4_000_000_000,
    contentType: 'model/obj',
    triangles: 12,
  };
  return { guid, version, title: `Thing ${guid}`, category: 'Props', priceUsd: 1, files: [file] };
}

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export type FakeHost = Awaited<ReturnType<typeof startFakeHost>>;

/** A file host that says whatever a test wants it to say, on a real port. */
export async function startFakeHost() {
  const products = new Map<string, FakeProduct>();
  const changes = new Map<string, Change>();
  const state = { hostId: `host-${Math.random()}`, epoch: 'first', head: 0, startedAt: 'start', ready: true };
  const asked: string[] = [];
  const replies = new Map<string, Reply>();
  const wrong = { authorization: 0 };
  const note = (guid: string, version: number, op: Change['op']) => {
    state.head += 1;
    changes.set(guid, { offset: state.head, guid, version, op, at: '2026-01-01T00:00:00.000Z' });
  };
  const page = (query: URLSearchParams) => {
    const since = Number(query.get('since'));
    const limit = Number(query.get('limit'));
    const after = [...changes.values()]
      .filter(({ offset }) => offset > since)
      .sort((a, b) => a.offset - b.offset);
    const sent = after.slice(0, limit);
    const { epoch, head } = state;
    const next = sent.at(-1)?.offset ?? since;
    return { ok: true, epoch, since, next, head, hasMore: after.length > limit, changes: sent };
  };
  const answer = (path: string, query: URLSearchParams) => {
    if (path === 'status.json') return { ok: true, ...state, products: products.size };
    if (path === 'changes') return page(query);
    const product = products.get(decodeURIComponent(path.replace('product/', '')));
    return product && { ok: true, product };
  };
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.replace(/^\/(api-sync\/)?/, '');
    const isFile = path.startsWith('data/');
    if (!isFile) asked.push(path);
    if (!isFile && request.headers.authorization !== `Bearer ${syncKey}`) wrong.authorization += 1;
    const reply = replies.get(path) ?? replies.get(path.split('/')[0] ?? '');
    if (reply) return reply(request, response);
    if (isFile) return response.writeHead(200).end();
    const body = answer(path, searchParams);
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { ok: false, code: 'MODEL_NOT_FOUND' }));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const port = await findQuietPort(); // it stays free while the host is away
  await listen(port);
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  afterUse(stop);

  return {
    url: `http://127.0.0.1:${port}`,
    state,
    asked,
    wrong,
    put(product: FakeProduct) {
      products.set(product.guid, product);
      note(product.guid, product.version, 'upsert');
    },
    /** Says something else of a product than its last change did. */
    say: (guid: string, product: FakeProduct) => void products.set(guid, product),
    remove(guid: string) {
      const version = products.get(guid)?.version ?? 0;
      products.delete(guid);
      note(guid, version, 'delete');
    },
    forget() {
      products.clear();
      changes.clear();
      state.head = 0;
    },
    /** What it says of a product; null where it has none. */
    describe: (guid: string) => products.get(guid) ?? null,
    /** Answers a path (`status.json`, `changes`, `product`, `product/guid`) by other means; null ends that. */
    reply(path: string, reply: Reply | null) {
      if (reply) replies.set(path, reply);
      else replies.delete(path);
    },
    stop,
    restart: () => listen(port),
  };
}

export const sendJson =
  (body: unknown): Reply =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

export type FloodKind = {
  readonly name: string;
  /** Whole requests, as they go over the wire; an empty one says nothing. */
  readonly requests: readonly string[];
  /** What another caller asks for meanwhile, once after another. */
  readonly otherPath: string;
  readonly otherHeaders: Record<string, string>;
};

type Sent = { readonly method?: string; readonly headers?: readonly string[]; readonly body?: unknown };

/** A request as bytes. All of a flood's connections pass for one address, unless the headers say otherwise. */
function write(target: string, { method = 'GET', headers = [], body }: Sent = {}): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const hasAddress = headers.some((header) => header.startsWith('X-Forwarded-For'));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(hasAddress ? [] : ['X-Forwarded-For: 203.0.113.1']),
    ...headers,
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${text.length}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

async function post(address: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function register(baseUrl: string, name: string) {
  const person = { email: `${name}@example.org`, password: 'bench password', name };
  const { token } = await (await post(`${baseUrl}/api/auth/register`, person)).json();
  const signedIn = await post(`${baseUrl}/api/session`, { email: person.email, password: person.password });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { authorization: `Bearer ${token}`, cookie };
}

const everyWhere = ['X-Forwarded-For: %a'];
const elsewhere = { 'x-forwarded-for': '203.0.113.2' };
const words = 'chair table lamp shelf gear bolt fern oak barrel mug kettle window stair wheel'.split(' ');
const search = '/api-embeddings/?q=carved%20chair&triMin=-%n';

/** The kinds of work, each as a flood of it. */
export async function prepareFloods(baseUrl: string): Promise<FloodKind[]> {
  const one = await register(baseUrl, 'one');
  const other = await register(baseUrl, 'other');
  const { results } = await (await fetch(`${baseUrl}/api-embeddings/browse?limit=1`)).json();
  const wish = { guid: results[0].guid, format: 'glb', lod: '10k', relativePath: '10k/model.glb' };
  const owned = { authorization: one.authorization };
  const { downloadUrl } = await (await post(`${baseUrl}/api/download/direct`, wish, owned)).json();
  const file = new URL(downloadUrl).pathname;
  const link = `${baseUrl}/download/${wish.guid}/all?ext=glb&lod=1k`;
  const led = await fetch(link, { headers: { cookie: one.cookie }, redirect: 'manual' });
  const archive = new URL(led.headers.get('location') ?? '').pathname;
  const guess = { email: 'nobody@example.org', password: 'wrong password' };
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_models', arguments: { query_string: 'chair' } },
  };
  const asAgent = ['Accept: application/json, text/event-stream', 'MCP-Protocol-Version: 2025-06-18'];
  const bearer = [`Authorization: ${one.authorization}`];
  const account = { ...elsewhere, authorization: other.authorization };
  const formats = `/api/download/formats/${wish.guid}`;
  return [
    {
      name: 'search',
      requests: words.map((word) => write(`/api-embeddings/?q=carved%20${word}&triMin=-%n`)),
      otherPath: search,
      otherHeaders: elsewhere,
    },
    {
      name: 'search-anew',
      requests: words.map((word) =>
        write(`/api-embeddings/?q=carved%20${word}&triMin=-%n`, {
          headers: ['Connection: close', ...everyWhere],
        }),
      ),
      otherPath: search,
      otherHeaders: elsewhere,
    },
    {
      name: 'direct',
      requests: [write('/api/download/direct', { method: 'POST', headers: bearer, body: wish })],
      otherPath: formats,
      otherHeaders: account,
    },
    { name: 'files', requests: [write(file)], otherPath: file, otherHeaders: elsewhere },
    { name: 'archives', requests: [write(archive)], otherPath: archive, otherHeaders: elsewhere },
    {
      name: 'passwords',
      requests: [write('/api/auth/login', { method: 'POST', headers: everyWhere, body: guess })],
      otherPath: '/api/session',
      otherHeaders: elsewhere,
    },
    {
      name: 'mcp',
      requests: [write('/mcp/', { method: 'POST', headers: [...asAgent, ...everyWhere], body: call })],
      otherPath: search,
      otherHeaders: elsewhere,
    },
    {
      name: 'admin',
      requests: [write('/api/admin/status', { headers: bearer })],
      otherPath: '/api/account',
      otherHeaders: account,
    },
    { name: 'silent', requests: [''], otherPath: search, otherHeaders: elsewhere },
  ];
}

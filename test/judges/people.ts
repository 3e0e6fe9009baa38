import { z } from 'zod';

/** How a request says who makes it. */
type Headers = Readonly<Record<string, string>>;
export const callerKinds = ['nobody', 'user', 'session', 'plugin', 'apiKey'] as const;
export type CallerKind = (typeof callerKinds)[number];

export type Person = {
  readonly email: string;
  readonly callers: Readonly<Record<CallerKind, Headers>>;
  /** The ids that others could put into a request. */
  readonly ids: readonly string[];
  /** What no other account may ever be shown. */
  readonly marks: readonly string[];
  /** What no log may ever hold. */
  readonly secrets: readonly string[];
};

const Shape = z.looseObject({});
type Sent = { readonly headers?: Headers; readonly body?: unknown; readonly method?: string };

/** A request with JSON in and out; throws what a refusal says. */
export async function ask(baseUrl: string, path: string, { headers = {}, body, method }: Sent = {}) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return {
    headers: response.headers,
    text,
    body: Shape.parse(text === '' ? {} : JSON.parse(text)),
  };
}

/** Who manages a server on trial. */
export const admin = { email: 'admin@example.org', password: 'password of the admin', name: 'Admin' };

export const bearer = (token: unknown): Headers => ({ authorization: `Bearer ${String(token)}` });

const scopes = ['account:read', 'balance:read', 'entitlements:read', 'download:direct', 'scene:import'];

export async function signInBrowser(baseUrl: string, email: string, password: string) {
  const { headers, body } = await ask(baseUrl, '/api/session', { body: { email, password } });
  const cookies = headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
  const session =
    cookies.find((text) => /^(?:__(?:Host|Secure)-)?lodestock(?:-[0-9a-f]{8})?=/.test(text)) ?? '';
  return {
    headers: { cookie: cookies.join('; '), 'x-csrf-token': String(body.csrfToken) },
    secret: session.split('=')[1] ?? '',
  };
}

async function signInPlugin(baseUrl: string, name: string, browser: Headers) {
  const app = { appSlug: 'judge', appName: `App of ${name}`, appVersion: '1', pluginFamily: 'unity' };
  const { body: started } = await ask(baseUrl, '/api/apps/auth/start', {
    body: { ...app, deviceName: `Desk of ${name}`, requestedScopes: scopes },
  });
  const { sessionId, pollToken } = started;
  await ask(baseUrl, `/api/apps/auth/session/${sessionId}/approve`, { headers: browser, body: { scopes } });
  const poll = `/api/apps/auth/poll/${sessionId}?pollToken=${pollToken}`;
  const { body: polled } = await ask(baseUrl, poll);
  return { sessionId: String(sessionId), pollToken: String(pollToken), appToken: String(polled.appToken) };
}

/** Where an account sees what is its own. */
const withIds = [
  '/api/account/api-keys',
  '/api/account/apps',
  '/api/account/sessions',
  '/api/account/collections',
  '/api/account/searches',
  '/api/projects',
];
const ownLists = [
  ...withIds,
  '/api/account',
  '/api/account/balance',
  '/api/account/entitlements',
  '/api/account/transactions',
  '/api/account/agent-plans',
  '/api/account/favourites',
  '/api/account/shares',
];

/** Everything that an account can see of itself, without the times of its last uses. */
export async function readOwn(baseUrl: string, { callers }: Person): Promise<string> {
  const texts: string[] = [];
  for (const path of ownLists) {
    const { text } = await ask(baseUrl, path, { headers: callers.user });
    texts.push(text.replaceAll(/"(?:lastUsedAt|address)":(?:"[^"]*"|null)/g, '""'));
  }
  return texts.join('\n');
}

async function readIds(baseUrl: string, user: Headers): Promise<string[]> {
  const ids: string[] = [];
  for (const path of withIds) {
    const { text } = await ask(baseUrl, path, { headers: user });
    ids.push(...[...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id));
  }
  return ids;
}

/** What an account keeps for itself, by where it is sent. */
const keptBy = (name: string) => ({
  '/api/account/collections': { name: `Collection of ${name}` },
  '/api/account/searches': { query: `q=search of ${name}`, seen: [], total: 0 },
  '/api/projects': { name: `Project of ${name}` },
});

/** A new account with one of everything: session, app, API key and, where the model costs something, an unlock. */
export async function makePerson(baseUrl: string, name: string, wish?: object): Promise<Person> {
  const email = `${name.toLowerCase()}.${crypto.randomUUID()}@example.org`;
  const password = `password of ${name} ${crypto.randomUUID()}`;
  const { body } = await ask(baseUrl, '/api/auth/register', { body: { email, password, name } });
  const user = bearer(body.token);
  const browser = await signInBrowser(baseUrl, email, password);
  const plugin = await signInPlugin(baseUrl, name, browser.headers);
  const { body: key } = await ask(baseUrl, '/api/account/api-keys', {
    headers: user,
    body: { name: `Key of ${name}` },
  });
  for (const [path, body] of Object.entries(keptBy(name))) await ask(baseUrl, path, { headers: user, body });
  if (wish !== undefined) await ask(baseUrl, '/api/download/direct', { headers: user, body: wish });
  const account = z.object({ id: z.string() }).parse(body.user);
  const ids = [account.id, plugin.sessionId, ...(await readIds(baseUrl, user))];
  const named = [email, `Key of ${name}`, `App of ${name}`, `Desk of ${name}`];
  const csrfToken = browser.headers['x-csrf-token'];
  const secrets = [
    password,
    String(body.token),
    browser.secret,
    csrfToken,
    plugin.pollToken,
    plugin.appToken,
  ];
  return {
    email,
    callers: {
      nobody: {},
      user,
      session: browser.headers,
      plugin: bearer(plugin.appToken),
      apiKey: bearer(key.apiKey),
    },
    ids,
    marks: [...ids.filter((id) => id !== plugin.sessionId), ...named],
    secrets: [...secrets, String(key.apiKey)],
  };
}

const Free = z.looseObject({ downloadUrl: z.string(), sha256: z.string() });
const Formats = z.looseObject({
  topologies: z.array(
    z.looseObject({
      files: z.array(z.looseObject({ relativePath: z.string(), triangles: z.number().nullish() })),
    }),
  ),
});

/** The address of a model's free OBJ file, and what is known of it. */
export async function openFreeFile(baseUrl: string, guid: string) {
  const { email, password } = admin;
  const { body } = await ask(baseUrl, '/api/auth/login', { body: { email, password } });
  const headers = bearer(body.token);
  const wanted = { guid, format: 'obj', lod: '1k', relativePath: '1k/thing.obj' };
  const { downloadUrl: url, sha256 } = Free.parse(
    (await ask(baseUrl, '/api/download/direct', { headers, body: wanted })).body,
  );
  const { topologies } = Formats.parse(
    (await ask(baseUrl, `/api/download/formats/${guid}`, { headers })).body,
  );
  const files = topologies.flatMap((topology) => topology.files);
  const triangles = files.find(({ relativePath }) => relativePath === wanted.relativePath)?.triangles ?? 0;
  return { url, sha256, triangles };
}

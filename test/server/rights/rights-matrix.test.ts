import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { May } from '../../../server/contract/admin/admin-rights.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { syncKey } from '../../helpers/fake-host.ts';
import { postgresVariable } from '../../helpers/fresh-accounts.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import { posterEnvironment } from '../../helpers/poster-renderer.ts';
import { sampleBlend } from '../../helpers/sample-blend.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { listRoutes } from './list-routes.ts';
import { type Ask, table } from './route-table.ts';

const guid = 'model-of-the-cellar';
const free = { license: 'CC0', priceUsd: 0 };
const open = {
  ...simpleModel('hall/chair', { guid: 'chair', title: 'Wooden chair', category: 'Furniture', ...free }),
  ...simpleModel('attic/lamp', { guid: 'lamp', title: 'Old lamp', category: 'Lights', ...free }),
};
const about = { title: 'Zyxquark crate', category: 'Zyxcellar', tags: ['zyxtag', 'wooden'] };
const secret = {
  'vault/zyxcrate/product.json': JSON.stringify({ guid, ...about, ...free, license: 'Zyxlicence' }),
  'vault/zyxcrate/1k/zyxfile.obj': objText(5, 'zyxfile'),
  'vault/zyxcrate/10k/zyxfile.obj': objText(50, 'zyxfile'),
  'vault/zyxcrate/1k/zyxblend.blend': sampleBlend({
    things: [{ code: 'OB', name: 'Zyxcrate', isMarked: true }],
  }),
};
const libraries = [makeLibraryFolder({ ...open, ...secret }), makeLibraryFolder(open)];

async function openServer(libraryDir: string) {
  const environment = {
    ...posterEnvironment,
    LODESTOCK_SYNC_KEY: syncKey,
    LODESTOCK_METRICS_KEY: 'k'.repeat(40),
    LODESTOCK_OIDC_ISSUER: 'http://127.0.0.1:1',
    LODESTOCK_OIDC_CLIENT_ID: 'lodestock',
    LODESTOCK_OIDC_CLIENT_SECRET: 'secret',
  };
  const server = await startTestServer({ libraryDir, environment });
  const admin = await registerPerson(server);
  const { token } = admin;
  const others = {
    outsider: await registerPerson(server),
    insider: await registerPerson(server),
    publisher: await registerPerson(server),
  };
  await server.call('adminSetRole', { accountId: others.publisher.user.id, role: 'publisher' }, { token });
  const people = { ...others, admin };
  const cookies = new Map<string, string>();
  for (const [name, person] of Object.entries(people))
    cookies.set(name, (await signInBrowser(server, person)).headers.cookie);
  const { body: list } = await server.call(
    'makeCollection',
    { name: 'Closed', add: [guid, 'lamp'] },
    { token },
  );
  const { body: groups } = await server.call('adminGroups', {}, { token });
  const crew = { name: 'crew', members: [others.insider.email] };
  await server.call('adminSetGroups', { groups: [crew], basedOn: groups.tag }, { token });
  /** Closes what the secret model is in, and what another is in that both servers have. */
  const close = async (place: 'root' | 'category' | 'collection', may: May) => {
    const { body } = await server.call('adminRights', {}, { token });
    const targets = { root: ['/vault', 'attic'], category: ['Zyxcellar', 'Lights'], collection: [list.id] }[
      place
    ];
    const rights = targets.map((target) => ({ [place]: target, group: 'crew', may }));
    const { body: saved } = await server.call('adminSetRights', { rights, basedOn: body.tag }, { token });
    expect(saved.isSaved).toBe(true);
  };
  return { server, people, cookies, close };
}
type Opened = Awaited<ReturnType<typeof openServer>>;
type Person = keyof Opened['people'] | 'anonymous';

let [here, twin] = [] as unknown as [Opened, Opened];
beforeAll(async () => {
  [here, twin] = (await Promise.all(libraries.map(({ folder }) => openServer(folder)))) as [Opened, Opened];
});
afterAll(async () => {
  await Promise.all([here.server.close(), twin.server.close()]);
  for (const library of libraries) library.remove();
});

const values: Readonly<Record<string, string>> = { guid, size: 'small', extension: 'obj', version: '1' };
/** What differs between two answers that say the same. */
const normalise = (text: string, baseUrl: string) =>
  text
    .replaceAll(baseUrl, 'base')
    .replaceAll(/http:\/\/[\w.-]+:\d+/g, 'base')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'base')
    .replaceAll(guid, 'guid')
    // A site that followed before the right was set is told to forget the model.
    .replaceAll(/,\{"offset":\d+,"guid":"guid","version":1,"op":"delete","at":"[^"]*"\}/g, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/person\d+|Person \d+/g, 'person')
    .replaceAll(/"(tookMs|head|since|next|offset|requestsSeen)":[\d.]+/g, '"$1":0')
    .replaceAll(/ls[upks]_[\w-]+|[\w-]{24,}|[0-9a-f]{16}/g, 'token')
    .replaceAll(/"lastAddress":"[^"]*"/g, '');
/** Headers that say something; the others name the moment, or the size of the body. */
const told = ['cache-control', 'content-type', 'content-disposition', 'location', 'www-authenticate', 'vary'];

async function ask(
  { server, people, cookies }: Opened,
  person: Person,
  name: string,
  { rest = '', query, body }: Ask,
) {
  const [method = '', pattern = ''] = name.split(' ');
  const fill = (text: string) => text.replaceAll('{guid}', guid);
  const path = pattern
    .replaceAll(/:(\w+)(\|:\w+)?/g, (_, field: string) => values[field] ?? 'x')
    .replace('*', fill(rest));
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
  // Downloads of browsers and pages read the cookie alone.
  const isPage = /^\/(download|model|favourites|$)/.test(path) || path === '/';
  const headers: Record<string, string> = {
    ...(person !== 'anonymous' && isPage && { cookie: cookies.get(person) ?? '' }),
    ...(person !== 'anonymous' && !isPage && { authorization: `Bearer ${people[person].token}` }),
    ...(path.startsWith('/api-sync') && { authorization: `Bearer ${syncKey}` }),
    ...(path.startsWith('/mcp') && { accept: 'application/json, text/event-stream' }),
    ...(hasBody && { 'content-type': 'application/json' }),
  };
  const ending = new AbortController();
  const address = `${server.baseUrl}${path}${query === undefined ? '' : `?${fill(query)}`}`;
  const sent = hasBody ? { body: fill(JSON.stringify(body ?? {})) } : {};
  const answer = await fetch(address, {
    method,
    headers,
    redirect: 'manual',
    signal: ending.signal,
    ...sent,
  });
  const isStream = method === 'GET' && path.startsWith('/mcp');
  const text = isStream ? '' : await answer.text();
  if (isStream) ending.abort();
  const fields = told.map((field) => `${field}: ${answer.headers.get(field)}`).join('\n');
  return {
    status: answer.status,
    text,
    whole: normalise(`${answer.status}\n${fields}\n${text}`, server.baseUrl),
    headers: answer.headers,
  };
}

/** Would end what the others ask with, or fill the disk. */
const last = ['DELETE /api/account/sessions', 'DELETE /api/session', 'POST /api/auth/logout'];
/** Sites that share the accounts get every model, and know the rights themselves. */
const isOpen = (name: string) => process.env[postgresVariable] !== undefined && name.includes(' /api-sync');
const asks = Object.entries(table)
  .filter(([name]) => !isOpen(name))
  .toSorted(([one], [other]) => last.indexOf(one) - last.indexOf(other))
  .flatMap(([name, some]) => some.map((one) => [name, one] as const))
  .flatMap(([name, one]) =>
    /^GET .*:guid/.test(name)
      ? [[name, one] as const, [name.replace('GET', 'HEAD'), one] as const]
      : [[name, one] as const],
  );

// Random tokens have any three letters now and then.
const canary = /zyx(?:quark|tag|cellar|licence|file|blend|crate)\w*/gi;
/** How an answer differs from that of a server which never had the model. */
async function findLeaks(person: Person, name: string, one: Ask): Promise<string[]> {
  const [real, unreal] = [await ask(here, person, name, one), await ask(twin, person, name, one)];
  const label = `${name} ${JSON.stringify(one)}`;
  // An answer may repeat what was asked.
  const known = JSON.stringify([one, unreal.whole.match(canary)]);
  const told = (`${real.text} ${[...real.headers]}`.match(canary) ?? []).filter(
    (word) => !known.includes(word),
  );
  const isShared = /\bpublic\b/.test(real.headers.get('cache-control') ?? '');
  return [
    ...(told.length > 0 ? [`${label} tells ${told}`] : []),
    ...(real.whole === unreal.whole ? [] : [`${label}\n${real.whole}\n---\n${unreal.whole}`]),
    ...(real.status === 429 ? [`${label} was limited`] : []),
    ...(isShared && !/^\w+ \/(ui|assets|updates)/.test(name) ? [`${label} may be shared`] : []),
  ];
}

test('asks every route there is', () => {
  const known = new Set(Object.keys(table));
  const there = listRoutes(here.server).filter(
    (name) => !/^(HEAD|OPTIONS) /.test(name) || /uploads\/:/.test(name),
  );

  expect(there).toContain('GET /data/:capability/:guid/*');
  expect(there.filter((name) => !known.has(name))).toEqual([]);
});

describe.each([
  ['root', 'see', ['anonymous', 'outsider', 'publisher']],
  ['category', 'download', ['outsider']],
  ['collection', 'edit', ['outsider']],
] as const)('a %s that the crew may %s', (place, may, strangers) => {
  beforeAll(() => Promise.all([here.close(place, may), twin.close(place, may)]));

  test.each(strangers)('does not exist for the %s', async (person) => {
    const leaks: string[] = [];
    for (const [name, one] of asks)
      if (!last.includes(name)) leaks.push(...(await findLeaks(person, name, one)));

    expect(leaks).toEqual([]);
  });

  test('is there for the crew and admins, as far as they may', async () => {
    const statuses = async (person: Person) => {
      const details = await ask(here, person, 'GET /api/models/:guid', {});
      const found = await ask(here, person, 'GET /api-embeddings/', { query: 'q=zyxquark' });
      const [one] = table['POST /api/download/direct'] ?? [];
      const direct = await ask(here, person, 'POST /api/download/direct', one ?? {});
      const viewer = await ask(here, person, 'GET /viewer-asset/:guid/files/*', { rest: '1k/zyxfile.obj' });
      const blend = await ask(here, person, 'GET /blender-library/files/:guid/*', {
        rest: '1k/zyxblend.blend',
      });
      return [details.status, JSON.parse(found.text).total, direct.status, viewer.status, blend.status];
    };
    const allowed = [200, 1, 200, 302, 200];

    expect(await statuses('admin')).toEqual(allowed);
    expect(await statuses('insider')).toEqual(may === 'see' ? [200, 1, 403, 403, 403] : allowed);
  });
});

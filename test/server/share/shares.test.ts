import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const day = 24 * 60 * 60 * 1000;
const rendererDir = path.resolve(import.meta.dirname, '../../../src-renderer');
const environment = { LODESTOCK_CATALOGUE: 'private', LODESTOCK_LOG_LEVEL: 'debug' };
const server = await startTestServer({
  files: {
    ...simpleModel('vase', { guid: 'vase', title: 'Secret vase', priceUsd: 0 }),
    ...simpleModel('lamp', { guid: 'lamp', title: 'Hidden lamp', priceUsd: 2 }),
  },
  environment,
  rendererDir,
  isClockStopped: true,
});
const person = await registerPerson(server);

const share = async (input: Parameters<typeof server.call<'share'>>[1]) =>
  (await server.call('share', input, person)).body;
const open = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url.replace(/^https?:\/\/[^/]+/, server.baseUrl), {
    redirect: 'manual',
    ...init,
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const toEmbed = (url: string) => url.replace('/s/', '/embed/');
const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy') ?? '';

test('shows a stranger the model of a link, and only its page in a frame', async () => {
  const { url } = await share({ guid: 'vase', days: 7, withFiles: false });

  const [page, frame] = await Promise.all([open(url), open(toEmbed(url))]);

  expect([page.status, frame.status]).toEqual([200, 200]);
  expect(page.text).toContain('<meta property="og:title" content="Secret vase" />');
  expect(policyOf(page)).toContain("frame-ancestors 'none'");
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(policyOf(frame)).toContain('frame-ancestors *');
  expect(policyOf(frame)).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
  expect(frame.headers.get('x-frame-options')).toBeNull();
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
});

test('describes a link for programs that show previews', async () => {
  const { url, embed } = await share({ guid: 'vase', days: 1, withFiles: false });
  const [, address = ''] = /json\+oembed" href="([^"]+)"/.exec((await open(url)).text) ?? [];

  const { text } = await open(address);

  expect(JSON.parse(text)).toMatchObject({ version: '1.0', type: 'rich', title: 'Secret vase', width: 800 });
  expect(JSON.parse(text).html).toBe(embed);
  expect(embed).toContain(`<iframe src="${toEmbed(url)}" title="Secret vase"`);
});

test('ends at its time and at once when it is ended, without a word on where it led', async () => {
  const [short, ended] = [
    await share({ guid: 'vase', days: 1, withFiles: true }),
    await share({ guid: 'vase', days: 30, withFiles: true }),
  ];
  expect((await open(ended.url)).status).toBe(200);
  const foreign = await server.call('endShare', { shareId: ended.id }, await registerPerson(server));
  await server.call('endShare', { shareId: ended.id }, person);
  server.advance(day - 1000);
  expect((await open(short.url)).status).toBe(200);
  server.advance(1000);

  const pages = await Promise.all(
    [short, ended].flatMap(({ url }) =>
      [url, toEmbed(url), `${url}/oembed`, `${url}/viewer-asset/vase/files/1k/thing.obj`].map((one) =>
        open(one),
      ),
    ),
  );

  expect(foreign.status).toBe(404);
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 410));
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
  expect(pages[0]?.text).toContain('This link has ended');
  expect(pages[0]?.text).not.toMatch(/vase/i);
});

test('shows exactly what a link names', async () => {
  const { url } = await share({ guid: 'vase', days: 7, withFiles: false });
  const token = url.split('/').at(-1) ?? '';
  const asVase = (rest: string) => open(`${url}/${rest}`);

  const statuses = await Promise.all(
    [
      asVase('viewer-asset/vase/files/1k/thing.obj'),
      asVase('viewer-asset/vase/files/10k/thing.obj'),
      asVase('viewer-asset/vase/files/product.json'),
      asVase('viewer-asset/vase/files/..%2f..%2fserver.key'),
      asVase('viewer-asset/lamp/files/1k/thing.obj'),
      asVase('viewer-asset/vase/files/1k/thing.obj?zip'),
      asVase('api/models/vase'),
      open(`${url}?model=lamp`),
    ].map(async (answer) => (await answer).status),
  );
  const withToken = await Promise.all(
    [
      '/api-embeddings/',
      '/api/models/vase',
      '/posters/vase/small',
      '/viewer-asset/vase/glb1k',
      '/mcp',
    ].flatMap((address) => [
      open(`${server.baseUrl}${address}`, { headers: { authorization: `Bearer ${token}` } }),
      open(`${server.baseUrl}${address}?token=${token}&permit=${token}`),
    ]),
  );

  expect(statuses).toEqual([302, 404, 404, 404, 404, 404, 404, 200]);
  expect(withToken.map(({ status }) => status)).toEqual(withToken.map(() => 401));
  expect((await open(`${url}?model=lamp`)).text).not.toMatch(/lamp/i);
});

test('gives free files, and never one that costs money', async () => {
  const [free, priced] = [
    await share({ guid: 'vase', days: 7, withFiles: true }),
    await share({ guid: 'lamp', days: 7, withFiles: true }),
  ];
  const statusOf = async (url: string) => (await open(url)).status;

  expect(await statusOf(`${free.url}/viewer-asset/vase/files/10k/thing.obj`)).toBe(302);
  expect(await statusOf(`${free.url}/viewer-asset/vase/files/10k/thing.obj?zip`)).toBe(302);
  expect(await statusOf(`${priced.url}/viewer-asset/lamp/files/1k/thing.obj`)).toBe(302);
  expect(await statusOf(`${priced.url}/viewer-asset/lamp/files/10k/thing.obj`)).toBe(404);
  expect(await statusOf(`${priced.url}/viewer-asset/lamp/files/10k/thing.obj?zip`)).toBe(404);
});

test('shows a collection as it is now', async () => {
  const made = (await server.call('makeCollection', { name: 'For the client', add: ['vase'] }, person)).body;
  const { url } = await share({ collectionId: made.id, days: 7, withFiles: false });
  const before = (await open(url)).text;
  await server.call('changeCollection', { collectionId: made.id, add: ['lamp'] }, person);

  const [after, one] = [await open(url), await open(`${url}?model=lamp`)];
  await server.call('deleteCollection', { collectionId: made.id }, person);

  expect(before).toContain('A collection of 3D models: 1');
  expect(before).not.toContain('Hidden lamp');
  expect(after.text).toContain('"title":"Hidden lamp"');
  expect(one.text).toContain('<meta property="og:title" content="Hidden lamp" />');
  expect((await open(url)).status).toBe(410);
});

test('shares no collection of another account, and no model that there is not', async () => {
  const made = (await server.call('makeCollection', { name: 'Mine' }, person)).body;
  const other = await registerPerson(server);
  const ask = (input: object) => server.call('share', { days: 7, withFiles: false, ...input }, other);

  const answers = [await ask({ collectionId: made.id }), await ask({ guid: 'none' }), await ask({})];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400]);
});

test('counts views, and tells them to the owner alone', async () => {
  const browser = await signInBrowser(server, await registerPerson(server));
  const made = (await server.call('share', { guid: 'vase', days: 7, withFiles: false }, browser)).body;
  await open(made.url);
  await open(toEmbed(made.url));
  await open(made.url, { method: 'HEAD' });

  const { shares } = (await server.call('shares', {}, browser)).body;
  const { body: data } = await server.call('exportAccount', {}, browser);

  expect(shares).toMatchObject([{ id: made.id, kind: 'model', target: 'vase', views: 2, endedAt: null }]);
  expect(data.shares).toEqual(shares);
});

test('keeps links as hashes, and writes them into no log', async () => {
  const { url } = await share({ guid: 'vase', days: 7, withFiles: true });
  const token = url.split('/').at(-1) ?? '';
  await open(url);
  await open(`${url}/viewer-asset/vase/files/nothing`);

  const rows = JSON.stringify(await server.rows('SELECT * FROM share'));

  expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
  expect(rows).not.toContain(token);
  expect(server.logged.join('')).not.toContain(token);
});

test('allows only so many open links', async () => {
  const owner = await registerPerson(server);
  const at = new Date(Date.now() + 900 * day).toISOString();
  const many = Array.from({ length: limits.shares.count }, (_, index) => index);
  const rows = many.map(
    (index) => `('many-${index}', @h${index}, @owner, 'model', 'vase', 'Vase', 0, @at, @at)`,
  );
  await server.change(
    `INSERT INTO share (id, hash, account_id, kind, target, name, with_files, made_at, expires_at)
     VALUES ${rows.join(', ')}`,
    {
      ...Object.fromEntries(many.map((index) => [`h${index}`, Buffer.from(`many-${index}`)])),
      ...{ owner: owner.user.id, at },
    },
  );

  const refused = await server.call('share', { guid: 'vase', days: 7, withFiles: false }, owner);

  expect(refused.error.code).toBe('FORBIDDEN');
});

test('limits wrong links of an address, and no right one', async () => {
  const { url } = await share({ guid: 'vase', days: 7, withFiles: false });
  const statuses = [];
  for (let tried = 0; tried <= limits.routeRates.wrongLinks.max; tried += 1)
    statuses.push((await open(`${server.baseUrl}/s/wrong-${tried}`)).status);

  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  expect((await open(url)).status).toBe(200);
});

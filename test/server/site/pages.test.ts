import { expect, test } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import { createFindModel, describePage, type PageModel } from '../../../server/site/describe-page.ts';
import { toPagePolicy } from '../../../server/site/page-policy.ts';
import { builtPages } from '../../helpers/built.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { samplePng } from '../../helpers/sample-files.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder({
  ...simpleModel('Chair', { title: 'Oak & "Elm" <b>chair</b>', description: 'Four legs.\n  $& </title>' }),
  ...Object.fromEntries(
    ['Small', 'Medium', 'Large'].map((size) => [`Chair/preview${size}.png`, samplePng({ side: 8 })]),
  ),
});
const server = await startTestServer({ libraryDir: library.folder, rendererDir: builtPages });

const read = async (address: string) => (await fetch(`${server.baseUrl}${address}`)).text();
const model: PageModel = {
  ...{
    guid: '1',
    title: 'Oak chair',
    description: '',
    category: 'Furniture',
    lods: ['1k', '10k'],
    formats: ['fbx'],
  },
  ...{ canonicalUrl: 'https://x.org/model/1-oak', previewLargeUrl: 'https://x.org/posters/1/large?a=1&b=2' },
};

test('tells a chat what a link to a model is about', async () => {
  const [record] = (await server.call('browse', {})).body.results;

  const html = await read(`/model/${record?.guid}-${record?.slug}`);

  expect(html).toContain('<title>Oak &amp; &quot;Elm&quot; &lt;b&gt;chair&lt;/b&gt; · Lodestock</title>');
  expect(html).toContain('<meta name="description" content="Four legs. $&amp; &lt;/title&gt;" />');
  expect(html).toContain(`<meta property="og:url" content="${record?.canonicalUrl}" />`);
  expect(html.match(/<meta name="description"/g)).toHaveLength(1);
});

test('says the product where there is no such model', async () => {
  expect(await read('/model/nobody-knows-this')).toContain('<title>Lodestock</title>');
  expect(await read('/model/%3Cscript%3E')).toContain('<title>Lodestock</title>');
});

test('gives a link its picture once there is one', () => {
  const page = '<head><title>Lodestock</title></head>';

  expect(describePage(page, model)).toContain(
    '<meta property="og:image" content="https://x.org/posters/1/large?a=1&amp;b=2" />',
  );
  expect(describePage(page, { ...model, previewLargeUrl: null })).not.toContain('og:image');
  expect(describePage(page, model)).toContain('Oak chair, a 3D model · Furniture · 1k, 10k · FBX');
});

test('lets browsers fetch the first pictures before any script', async () => {
  const [record] = (await server.call('browse', {})).body.results;

  const [listing, page] = [await read('/'), await read(`/model/${record?.guid}`)];

  const picture = '<link rel="preload" as="image" fetchpriority="high"';
  expect(record?.previewLargeUrl).toMatch(/^http/);
  expect(page).toContain(`${picture} href="${record?.previewLargeUrl}">`);
  expect(listing).toContain(`${picture} media="(max-width: 560px)"`);
  expect(listing).toContain(
    `imagesrcset="${record?.previewSmallUrl} 256w, ${record?.previewMediumUrl} 512w">`,
  );
});

test('keeps the pages of a private catalogue silent', async () => {
  const isPrivate = await startTestServer({
    libraryDir: library.folder,
    rendererDir: builtPages,
    environment: { LODESTOCK_CATALOGUE: 'private' },
  });
  const [record] = (await server.call('browse', {})).body.results;

  const { status } = await fetch(`${isPrivate.baseUrl}/model/${record?.guid}`, { redirect: 'manual' });
  const [page, listing] = await Promise.all(
    [`/model/${record?.guid}`, '/'].map(async (address) => (await fetch(isPrivate.baseUrl + address)).text()),
  );
  await isPrivate.close();

  expect(status).toBe(302);
  expect(page).not.toContain('Elm');
  expect(`${page}${listing}`).not.toContain('as="image"');
});

test('serves what pages load as the build has packed it', async () => {
  const script = /"\.?\/?(ui\/frame-[^"]+\.js)"/.exec(await read('/'))?.[1];
  const packed = await fetch(`${server.baseUrl}/${script}`, { headers: { 'accept-encoding': 'br' } });
  const plain = await fetch(`${server.baseUrl}/${script}`, { headers: { 'accept-encoding': 'identity' } });

  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')) / 2,
  );
  expect(await packed.text()).toBe(await plain.text());
});

test.each(['7', 'a-b', 'a-b-c', '0193-aaaa-4000-8000-0001'])('finds the model %s at any hyphen', (guid) => {
  const find = createFindModel((asked) => {
    if (asked === guid) return asked;
    throw new AppError('MODEL_NOT_FOUND', 'no');
  });

  expect([find(guid), find(`${guid}-oak-chair-of-a-long-name`), find('x')]).toEqual([guid, guid, null]);
});

const ask = (headers: Record<string, string>) => fetch(server.baseUrl, { headers });

test.each(['br', 'gzip', 'zstd'])('a page is sent compressed: %s', async (encoding) => {
  const plain = await ask({ 'accept-encoding': 'identity' });
  const small = await ask({ 'accept-encoding': encoding });

  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(small.headers.get('content-encoding')).toBe(encoding);
  expect(small.headers.get('vary')).toBe('Accept-Encoding');
  expect(Number(small.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')) / 2,
  );
  expect(await small.text()).toBe(await plain.text());
});

test('a page that the browser has is not sent again', async () => {
  const first = await ask({});
  const tag = first.headers.get('etag') ?? '';

  const again = await ask({ 'if-none-match': tag });
  const other = await ask({ 'if-none-match': 'W/"other"' });

  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
  expect(other.status).toBe(200);
});

test('a page that there is not stays one, whatever the browser has', async () => {
  const missing = await fetch(`${server.baseUrl}/no/such/page`, {
    headers: { accept: 'text/html', 'if-none-match': '*' },
  });

  expect(missing.status).toBe(404);
});

const connectOf = (policy: string | null) => /connect-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ');

test('lets pages fetch from file addresses and nowhere else', () => {
  const policy = toPagePolicy([
    'https://models.example.org/shop',
    'http://nas1.lan:8787',
    'http://nas1.lan:8787',
  ]);

  expect(connectOf(policy)).toEqual([
    "'self'",
    'data:',
    'blob:',
    'https://models.example.org',
    'http://nas1.lan:8787',
  ]);
});

test('names an IPv6 address as browsers understand it', () => {
  const policy = toPagePolicy(['http://[fd00::7]:8787', 'https://[fd00::7]']);

  expect(connectOf(policy)?.slice(3)).toEqual(['http://*:8787', 'https://*:443']);
});

test('lets pages run WebAssembly, but no text as code', () => {
  const policy = toPagePolicy([]);

  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("worker-src 'self' blob:;");
  expect(policy).not.toContain("'unsafe-eval'");
});

test('names the hosts that a site follows', async () => {
  const site = await startTestServer({
    rendererDir: builtPages,
    environment: {
      LODESTOCK_ROLE: 'site',
      LODESTOCK_SYNC_KEY: 'a-key-of-forty-characters-for-the-tests.',
      LODESTOCK_HOSTS: 'http://127.0.0.1:1',
      LODESTOCK_BASE_URL: 'https://models.example.org',
    },
  });

  const { headers } = await fetch(`${site.baseUrl}/model/any`);

  const connect = connectOf(headers.get('content-security-policy'));
  expect(connect?.slice(3)).toEqual(['https://models.example.org', 'http://127.0.0.1:1']);
});

test.each([
  '/',
  '/sign-in',
  '/account',
  '/account/keys',
  '/approve',
  '/publish',
  '/model/any',
  '/no-such-page',
])('sends its policy with the page %s', async (page) => {
  const { headers } = await fetch(`${server.baseUrl}${page}`, { headers: { accept: 'text/html' } });

  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
});

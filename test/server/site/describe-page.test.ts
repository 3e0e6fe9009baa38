import { expect, test } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import { createFindModel, describePage, type PageModel } from '../../../server/site/describe-page.ts';
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

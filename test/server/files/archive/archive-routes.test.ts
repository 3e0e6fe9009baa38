import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signInBrowser } from '../../../helpers/browser-session.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../../helpers/library-folder.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { registerPerson, startTestServer } from '../../../helpers/test-server.ts';
import { complaintsOf, judgesNote, readEntry } from '../../../helpers/zip-judges.ts';
import { readZipNames } from '../../../helpers/zip-names.ts';

const scratch = makeFolder();
const server = await startTestServer({
  files: {
    ...simpleModel('table', { guid: 'table', priceUsd: 3 }),
    'table/10k/textures/größe.png': simpleModel('x')['x/1k/textures/wood.png'] ?? '',
    'table/10k/large.psd': randomBytes(3 * 1024 * 1024 + 7),
    ...simpleModel('dear', { guid: 'dear', priceUsd: 500 }),
    'bare/product.json': JSON.stringify({ guid: 'bare', priceUsd: 1 }),
    'bare/10k/thing.obj': objText(3, 'bare'),
  },
});

async function newBrowser() {
  const person = await registerPerson(server);
  const { headers } = await signInBrowser(server, person);
  const ask = (address: string, more: Record<string, string> = {}) =>
    fetch(`${server.baseUrl}${address}`, { headers: { ...headers, ...more }, redirect: 'manual' });
  /** As our own page does it: by POST, with the token of the session. */
  const unlock = (guid: string) =>
    server.call(
      'agentDirect',
      { guid, format: 'obj', lod: '10k', relativePath: '10k/thing.obj' },
      { headers },
    );
  const balance = async () => (await server.call('balance', {}, { token: person.token })).body.balanceUsd;
  return { ask, balance, unlock };
}
const scene = 'ext=obj&lod=10k&relativePath=10k%2Fthing.obj';
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
async function addressOf(path: string) {
  const { ask, unlock } = await newBrowser();
  await unlock('table');
  return (await ask(path)).headers.get('location') ?? '';
}
function toFile(name: string, bytes: Buffer) {
  const file = path.join(scratch, name);
  writeFileSync(file, bytes);
  return file;
}

test(`brings licence and attribution with the files${judgesNote}`, async () => {
  const product = { guid: 'oak', priceUsd: 0, title: 'Oak', license: 'CC-BY-4.0', attribution: 'Ada Löv' };
  const own = makeLibraryFolder({ ...simpleModel('oak', product), 'oak/source/thing.obj': objText(3) });
  const other = await startTestServer({ libraryDir: own.folder });
  const { headers } = await signInBrowser(other, await registerPerson(other));
  const body = { format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
  await other.call('agentDirect', { guid: 'oak', ...body }, { headers });

  for (const lod of ['10k', 'source']) {
    const response = await fetch(
      `${other.baseUrl}/download/oak/all?ext=obj&lod=${lod}&relativePath=${lod}%2Fthing.obj`,
      { headers },
    );
    const bytes = await bytesOf(response);
    const file = toFile(`${lod}.zip`, bytes);
    const names = readZipNames(bytes);

    const licence = 'Oak\r\n\r\nLicense: CC-BY-4.0\r\nAttribution: Ada Löv\r\nModel: oak\r\n';
    expect(bytes.includes(licence)).toBe(true);
    expect(names).toContain('LICENSE.txt');
    expect(complaintsOf(file)).toEqual([]);
    expect(names).toEqual(names.toSorted());
  }
});

test(`gives all files of the topology as ZIP${judgesNote}`, async () => {
  const { ask, balance, unlock } = await newBrowser();
  await unlock('table');

  const redirect = await ask(`/download/table/all?${scene}`);
  const response = await fetch(redirect.headers.get('location') ?? '');
  const bytes = await bytesOf(response);

  expect([redirect.status, response.status, await balance()]).toEqual([302, 200, 97]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-length': String(bytes.length),
    'content-type': 'application/zip',
    'accept-ranges': 'bytes',
    'content-disposition': 'attachment; filename=table-10k.zip',
    'x-content-type-options': 'nosniff',
  });
  const zip = toFile('all.zip', bytes);
  expect(complaintsOf(zip)).toEqual([]);
  expect(readEntry(zip, '10k/thing.mtl')).toEqual(['newmtl wood\nmap_Kd textures/wood.png\n']);
});

test(`gives one file with what it needs as ZIP${judgesNote}`, async () => {
  const address = await addressOf(`/download/table/complete?${scene}`);

  const response = await fetch(address);
  const bytes = await bytesOf(response);

  expect(response.headers.get('content-disposition')).toBe('attachment; filename=table-10k-obj.zip');
  const zip = toFile('complete.zip', bytes);
  expect(complaintsOf(zip)).toEqual([]);
  const pictures = ['10k/large.psd', '10k/textures/größe.png', '10k/textures/wood.png'];
  expect(readZipNames(bytes)).toEqual([...pictures, '10k/thing.mtl', '10k/thing.obj', 'LICENSE.txt'].sort());
});

test('gives everyone the free topology, and nobody else the rest', async () => {
  const free = 'ext=obj&lod=1k&relativePath=1k%2Fthing.obj';
  const ask = (path: string) => fetch(`${server.baseUrl}/download/table/${path}`, { redirect: 'manual' });

  const given = await Promise.all([ask(`complete?${free}`), ask(`format/obj?${free}`)]);
  const kept = await ask(`complete?${scene}`);

  const locations = given.map(({ headers }) => new URL(headers.get('location') ?? '').pathname);
  expect(locations.map((path) => path.split('/')[1])).toEqual(['zip', 'data']);
  expect([kept.status, kept.headers.get('location')]).toEqual([
    302,
    `/sign-in?next=${encodeURIComponent(`/download/table/complete?${scene}`)}`,
  ]);
});

test('charges nothing for what is unlocked already', async () => {
  const { ask, balance, unlock } = await newBrowser();
  await unlock('table');

  await Promise.all([ask(`/download/table/all?${scene}`), ask(`/download/table/textures?${scene}`)]);
  await ask('/download/table/format/obj?lod=10k');

  expect(await balance()).toBe(97);
});

test.each([
  [`/download/table/all?${scene}`, 'all', 'obj'],
  [`/download/table/textures?${scene}`, 'textures', 'obj'],
  ['/download/dear/all?ext=obj&lod=10k&relativePath=10k%2Fthing.obj', 'all', 'obj'],
  ['/download/table/format/obj?lod=10k&relativePath=10k%2Fthing.obj', 'file', 'obj'],
])('asks on its own page before %s charges', async (address, take, format) => {
  const { ask, balance } = await newBrowser();

  const response = await ask(address);

  const page = new URL(response.headers.get('location') ?? '', server.baseUrl);
  expect([response.status, page.pathname]).toEqual([303, `/model/${address.split('/')[2]}`]);
  expect(Object.fromEntries(page.searchParams)).toEqual({
    take,
    format,
    lod: '10k',
    relativePath: '10k/thing.obj',
  });
  expect(await balance()).toBe(100);
});

test(`gives only the textures, sorted by code point${judgesNote}`, async () => {
  const bytes = await bytesOf(await fetch(await addressOf(`/download/table/textures?${scene}`)));

  expect(readZipNames(bytes)).toEqual([
    ...['10k/large.psd', '10k/textures/größe.png', '10k/textures/wood.png', 'LICENSE.txt'],
  ]);
  expect(complaintsOf(toFile('textures.zip', bytes))).toEqual([]);
});

test('resumes only the same archive', async () => {
  const address = await addressOf(`/download/table/all?${scene}`);
  const head = await fetch(address, { method: 'HEAD' });
  const etag = head.headers.get('etag') ?? '';

  const [same, other, known] = await Promise.all([
    fetch(address, { headers: { range: 'bytes=10-', 'if-range': etag } }),
    fetch(address, { headers: { range: 'bytes=10-', 'if-range': '"other"' } }),
    fetch(address, { headers: { 'if-none-match': etag } }),
  ]);
  const lengths = await Promise.all([same, other].map(async (response) => (await bytesOf(response)).length));

  expect([same.status, other.status, known.status]).toEqual([206, 200, 304]);
  expect(Number(head.headers.get('content-length'))).toBe(lengths[1]);
  expect(lengths[0]).toBe((lengths[1] ?? 0) - 10);
});

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-purpose': 'prefetch' },
])('starts no download for a link with %o', async (headers) => {
  const { ask, unlock } = await newBrowser();
  await unlock('table');

  const response = await ask(`/download/table/all?${scene}`, headers);

  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/model\/table\?take=all&/),
  ]);
});

test.each([
  ['no textures', '/download/bare/textures?ext=obj', 404],
  ['a scene that is not there', '/download/table/all?ext=glb', 404],
  ['a texture as scene', '/download/table/all?relativePath=10k%2Flarge.psd', 404],
  ['several scenes', '/download/table/all?ext=obj', 409],
])('charges nothing for %s', async (_, address, status) => {
  const { ask, balance } = await newBrowser();

  const response = await ask(address);

  expect([response.status, await balance()]).toEqual([status, 100]);
});

test('accepts no changed address of an archive', async () => {
  const address = await addressOf(`/download/table/all?${scene}`);
  const others = [
    address.replace('/10k/', '/1k/'),
    address.replace('/table/', '/dear/'),
    address.replace('all.zip', 'some.zip'),
    address.replace(/zip\/\w/, 'zip/0'),
    address.replace('/10k/', '/10k/textures/'),
  ];

  const statuses = await Promise.all(others.map(async (other) => (await fetch(other)).status));

  expect(statuses).toEqual([404, 404, 404, 404, 404]);
});

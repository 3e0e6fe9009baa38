import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeSource, startAssetFetch, startBefore, startPolyHaven } from '../../helpers/fake-source.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { entry, terms, withSourcesFile } from '../../helpers/sources.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';

/** Another server of ours with a chair, and a key of a person there. */
async function startOther() {
  const library = makeLibraryFolder({
    ...simpleModel('Oak Chair', { license: 'CC0-1.0', attribution: 'Grace' }),
    'Oak Bench/product.json': JSON.stringify({ title: 'Oak Bench', license: 'Own' }),
    'Oak Bench/1k/bench.obj': objText(9),
  });
  const server = await startTestServer({ libraryDir: library.folder });
  const person = await registerPerson(server);
  const { body } = await server.call('createApiKey', { name: 'For a source' }, { token: person.token });
  return { ...server, library, key: body.apiKey };
}

let other: Awaited<ReturnType<typeof startOther>>;
let server: TestServer;
let fakes: readonly FakeSource[];
let token: string;
let adminToken: string;
const library = makeLibraryFolder(simpleModel('Own Chair', { license: 'Own' }));

beforeAll(async () => {
  other = await startOther();
  const [before, fetchable, haven] = await Promise.all([
    startBefore(other.baseUrl),
    startAssetFetch(),
    startPolyHaven(),
  ]);
  fakes = [before, fetchable, haven];
  const sources = [
    entry('Second Site', 'lodestock', before.address, { key: other.key }),
    entry('Models Example', 'assetfetch', `${fetchable.address}/start`, { key: 'secret' }),
    entry('Poly Haven', 'polyhaven', haven.address),
    entry('Without a key', 'lodestock', other.baseUrl),
    entry('Off', 'lodestock', other.baseUrl, { on: false }),
  ];
  server = await withSourcesFile(sources, (environment) =>
    startTestServer({ libraryDir: library.folder, environment, tuning: { sourceDeadline: 60_000 } }),
  );
  // The first person of a server is its admin.
  adminToken = (await registerPerson(server)).token;
  ({ token } = await registerPerson(server));
});
afterAll(async () => {
  await Promise.all([server.close(), other.close(), ...fakes.map((fake) => fake.stop())]);
  other.library.remove();
});

const findChair = async (name: string) => {
  const { body } = await server.call('search', { q: 'chair', sources: 'others' });
  return body.results.find(({ source }) => source?.name === name)?.guid ?? '';
};

test('counts the models of other catalogues alone where only they are asked', async () => {
  const ask = async (offset: number) => {
    const { results, total, hasMore } = (
      await server.call('search', { q: 'chair', sources: 'others', offset })
    ).body;
    return [results.length, total, hasMore];
  };

  expect(await ask(0)).toEqual([4, 4, false]);
  expect(await ask(24)).toEqual([0, 0, false]);
});

test('ranks all catalogues in one list, ours first, each with its credit', async () => {
  const { body } = await server.call('search', { q: 'chair', sources: 'all' });

  const told = body.results.map(({ title, license, source }) => [title, license, source?.credit ?? 'ours']);
  expect(told).toEqual([
    ['Own Chair', 'Own', 'ours'],
    ['Oak Chair', 'CC0-1.0', 'Powered by Second Site'],
    ['Oak Chair', 'CC-BY-4.0', 'Ada · Powered by Models Example'],
    ['Oak Chair', 'CC0-1.0', 'Rico Cilliers · Powered by Poly Haven'],
    ['Oak Chair', 'CC0-1.0', 'Powered by Without a key'],
  ]);
  expect(body.total).toBe(1);
  expect(body.sources?.map(({ name, state, found }) => [name, state, found])).toEqual([
    ['Second Site', 'answered', 1],
    ['Models Example', 'answered', 1],
    ['Poly Haven', 'answered', 1],
    ['Without a key', 'answered', 1],
  ]);
});

test('asks no one else unless it is told to', async () => {
  const before = fakes.map(({ asked }) => asked.length);

  const { body } = await server.call('search', { q: 'thing' });

  expect(body).not.toHaveProperty('sources');
  expect(fakes.map(({ asked }) => asked.length)).toEqual(before);
});

test('asks each source once for what many search', async () => {
  await Promise.all([1, 2, 3].map(() => server.call('search', { q: 'lamp', sources: 'others' })));

  const asked = fakes.flatMap((fake) => fake.asked);
  expect(asked.filter(({ path }) => path.includes('=lamp')).length).toBe(2);
  expect(asked.filter(({ path }) => path.startsWith('/assets?type')).length).toBe(1);
  expect(new Set(asked.map(({ agent }) => agent))).toEqual(new Set([`Lodestock/0.1.0 (+${server.baseUrl})`]));
  const keys = new Set(asked.map(({ key }) => key));
  expect(keys).toEqual(new Set([`Bearer ${other.key}`, 'k-secret', undefined]));
});

test('names the sources that know none of the filters', async () => {
  const { body } = await server.call('search', { q: 'chair', sources: 'others', license: ['CC0-1.0'] });

  expect(body.sources?.map(({ name, state }) => [name, state])).toEqual([
    ['Second Site', 'answered'],
    ['Models Example', 'unasked'],
    ['Poly Haven', 'answered'],
    ['Without a key', 'answered'],
  ]);
});

test.each(['Second Site', 'Models Example', 'Poly Haven'])(
  'gives the exact files of a model of %s',
  async (name) => {
    const guid = await findChair(name);
    const { body: model } = await server.call('foreignModel', { guid });
    const [scene] = model.scenes;
    const wish = { guid, relativePath: scene?.relativePath ?? '', license: model.license, terms };

    const { body } = await server.call('foreignFile', wish, { token });

    expect(body.source.credit).toMatch(new RegExp(`^(Grace|Ada|Rico Cilliers) · Powered by ${name}$`));
    expect(body.files.at(-1)?.relativePath).toBe(scene?.relativePath);
    expect(body.files.length).toBe((scene?.supportFilesCount ?? 0) + 1);
    for (const { url, sizeBytes } of body.files) {
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(sizeBytes);
    }
  },
);

test('gets free files of another server without a key', async () => {
  const { body } = await server.call('search', { q: 'bench', sources: 'others' });
  const bench = body.results.find(({ source }) => source?.name === 'Without a key');
  const wish = { guid: bench?.guid ?? '', relativePath: '1k/bench.obj', license: 'Own', terms };

  const { body: file } = await server.call('foreignFile', wish, { token });

  expect(await (await fetch(file.files[0]?.url ?? '')).text()).toBe(objText(9));
});

test('gives files to people with an account only', async () => {
  const wish = {
    guid: await findChair('Second Site'),
    relativePath: '1k/thing.obj',
    license: 'CC0-1.0',
    terms,
  };

  const { status, error } = await server.call('foreignFile', wish);

  expect([status, error.code]).toEqual([401, 'UNAUTHENTICATED']);
});

test('never pays with its key', async () => {
  const wish = {
    guid: await findChair('Second Site'),
    relativePath: '10k/thing.obj',
    license: 'CC0-1.0',
    terms,
  };

  const { status } = await server.call('foreignFile', wish, { token });

  expect(status).toBe(503);
});

test('lists its sources for admins only, and asks none that an admin has switched off', async () => {
  const { body: listed } = await server.call('sources', {}, { token: adminToken });
  const off = { sourceId: 'poly-haven', on: false };
  const refused = await server.call('switchSource', off, { token });
  const unknown = await server.call('switchSource', { ...off, sourceId: 'none' }, { token: adminToken });

  const { body } = await server.call('switchSource', off, { token: adminToken });
  const { body: found } = await server.call('search', { q: 'bed', sources: 'others' });
  await server.call('switchSource', { ...off, on: true }, { token: adminToken });
  const { body: again } = await server.call('search', { q: 'desk', sources: 'others' });
  const { body: log } = await server.call('adminActions', {}, { token: adminToken });

  const [second] = listed.sources;
  expect(second).toMatchObject({ id: 'second-site', isOn: true, perMinute: 30, terms });
  expect(JSON.stringify(listed)).not.toContain(other.key);
  expect([refused.status, unknown.status]).toEqual([403, 404]);
  expect(body.sources.map(({ id, isOn }) => [id, isOn])).toContainEqual(['poly-haven', false]);
  expect(found.sources?.map(({ id }) => id)).not.toContain('poly-haven');
  expect(again.sources?.map(({ id }) => id)).toContain('poly-haven');
  expect(log.actions.map(({ action, details }) => [action, details])).toContainEqual([
    'source.switch',
    { source: 'poly-haven', on: false },
  ]);
});

test('gives an agent models of other catalogues with licence and credit, and names the silent one', async () => {
  const agent = await connectMcp(server.baseUrl);
  const ask = (more: object) =>
    callTool(agent, 'search_models', { query_string: 'chair', sources_string: 'all', ...more });

  const { content } = await ask({ rigged_boolean: false });
  const { content: ours } = await callTool(agent, 'search_models', { query_string: 'chair' });
  const { refusal } = await ask({ sources_string: 'some' });

  const of = (name: string) => expect.objectContaining({ name, terms, address: expect.any(String) });
  expect(content?.models).toEqual([
    expect.objectContaining({ title_string: 'Own Chair' }),
    expect.objectContaining({ license_string: 'CC0-1.0', source: of('Second Site') }),
    expect.objectContaining({ license_string: 'CC0-1.0', source: of('Poly Haven') }),
    expect.objectContaining({ license_string: 'CC0-1.0', source: of('Without a key') }),
  ]);
  expect(content?.silent_sources).toEqual({
    'Models Example': expect.stringContaining('Remove filters to ask it.'),
  });
  expect([content?.total_int, ours?.models, refusal?.code]).toEqual([
    1,
    [expect.not.objectContaining({ source: expect.anything() })],
    'INVALID_INPUT',
  ]);
});

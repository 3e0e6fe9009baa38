import sharp from 'sharp';
import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
const busy = sharp({ create: { width: 600, height: 600, channels: 3, background: 'red', noise } });
const server = await startTestServer({
  files: {
    'Oak chair/previewSmall.png': await busy.png().toBuffer(),
    ...simpleModel('Oak chair', { license: 'CC-BY-4.0', priceUsd: 2 }),
    ...simpleModel('Pine chair', { license: 'CC0-1.0', rigged: true }),
    'Voxels/house.gox': Buffer.concat([Buffer.from('GOX \x02\0\0\0'), Buffer.alloc(40)]),
  },
});
const client = await connectMcp(server.baseUrl);

const search = (input: Record<string, unknown>, agent = client) =>
  callTool(agent, 'search_models', { query_string: 'chair', ...input });

test('refuses an argument that there is not, and names the known ones', async () => {
  const { refusal } = await search({ licence: 'CC0-1.0' });

  expect(refusal?.code).toBe('INVALID_INPUT');
  expect(refusal?.message).toContain('licence');
  expect(refusal?.message).toContain('license_string');
});

test.each([
  [{ license_string: 'cc0-1.0' }, ['Pine chair']],
  [{ rigged_boolean: true }, ['Pine chair']],
  [{ animated_boolean: false, sort_string: 'title' }, ['Oak chair', 'Pine chair']],
])('filters and sorts by %j', async (wish, titles) => {
  const { content } = await search(wish);

  expect(content?.models).toMatchObject(titles.map((title_string) => ({ title_string })));
});

test('counts the triangles of every topology', async () => {
  const { content } = await search({ license_string: 'CC0-1.0' });

  expect(content?.models).toMatchObject([{ triangles_by_lod: { '1k': 4, '10k': 40 } }]);
});

test('says which filter emptied the answer', async () => {
  const { content } = await search({ polycount_max_int: 3, license_string: 'CC0-1.0' });

  expect(content).toMatchObject({ total_int: 0, empty_because: { polycount_max_int: 1 } });
});

test('finds a model by a topology of so few triangles, and names it', async () => {
  const { content } = await search({ polycount_max_int: 10 });

  expect(content).toMatchObject({ total_int: 2, models: Array(2).fill({ matched_lod_string: '1k' }) });
});

test('tells who pays what is owned and left', async () => {
  const person = await registerPerson(server);
  const { body } = await server.call(
    'createApiKey',
    { name: 'agent', spendingCapUsd: 3 },
    { token: person.token },
  );
  const agent = await connectMcp(server.baseUrl, 'http', body.apiKey);
  const { body: listed } = await server.call('search', { q: 'oak' });
  const wish = { model_id_string: `model_${listed.results[0]?.guid}`, format_string: 'obj' };
  await callTool(agent, 'download_model', { ...wish, lod_string: '10k' });

  const { content } = await search({ sort_string: 'title' }, agent);
  const anyone = await search({ sort_string: 'title' });

  expect(content).toMatchObject({
    ...{ balance_usd: 98, cap_left_usd: 1 },
    models: [{ owned_boolean: true }, { owned_boolean: false }],
  });
  expect(JSON.stringify(anyone.content)).not.toMatch(/owned|balance|cap_left/);
});

test('refuses more than six previews at once', async () => {
  const { refusal } = await callTool(client, 'preview_models', { model_ids: Array(7).fill('model_a') });

  expect(refusal?.code).toBe('INVALID_INPUT');
});

test('shows pictures that every client takes', async () => {
  const { body } = await server.call('search', { q: 'oak' });
  const id = `model_${body.results[0]?.guid}`;

  const { content, structuredContent } = await client.callTool({
    name: 'preview_models',
    arguments: { model_ids: [id] },
  });

  expect(structuredContent).toEqual({ shown: [id], without_picture: [] });
  const image = content.find(({ type }) => type === 'image');
  expect(image).toMatchObject({ mimeType: 'image/jpeg' });
  const data = image?.type === 'image' ? image.data : '';
  expect(Buffer.from(data, 'base64').length).toBeLessThanOrEqual(12_000);
});

test('answers search and fetch as ChatGPT asks', async () => {
  const found = await callTool(client, 'search', { query: 'oak chair' });
  const { body } = await server.call('search', { q: 'oak chair' });
  const [first] = body.results;
  const id = `model_${first?.guid}`;
  const fetched = await callTool(client, 'fetch', { id });

  expect(found.content).toMatchObject({
    results: [{ id, title: 'Oak chair', url: first?.modelPageUrl }],
  });
  expect(fetched.content).toMatchObject({
    id,
    title: 'Oak chair',
    text: expect.stringContaining('CC-BY-4.0'),
  });
});

const idOf = async (q: string) => `model_${(await server.call('search', { q })).body.results[0]?.guid}`;

test('shows the shape of a model without a poster, and says which have no picture', async () => {
  const ids = [await idOf('pine'), await idOf('house')];

  const answer = await client.callTool({ name: 'preview_models', arguments: { model_ids: ids } });

  expect(answer.structuredContent).toMatchObject({ shown: [ids[0]], without_picture: [ids[1]] });
  expect(answer.content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/webp' }));
});

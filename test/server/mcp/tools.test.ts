import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp, protocolErrorOf } from '../../helpers/mcp-client.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const titles = ['Oak chair', 'Oak table', 'Oak bench', 'Iron chair', 'Wool rug'];
const library = makeLibraryFolder({
  ...Object.assign({}, ...titles.map((title) => simpleModel(title, { category: 'Furniture' }))),
  'Two files/10k/left.obj': objText(8, 'left'),
  'Two files/10k/right.obj': objText(9, 'right'),
});
const server = await startTestServer({ libraryDir: library.folder });
const client = await connectMcp(server.baseUrl);

const Page = z.object({
  models: z.array(z.object({ model_id_string: z.string(), title_string: z.string() })),
  total_int: z.number(),
  next_cursor_string: z.string().nullable(),
  suggestions: z.array(z.string()).optional(),
});
const search = async (input: Record<string, unknown>) => {
  const { content, refusal } = await callTool(client, 'search_models', input);
  return { page: content && Page.parse(content), refusal };
};

test('ranks as the site ranks', async () => {
  const { page } = await search({ query_string: 'oak chair' });
  const { body } = await server.call('search', { q: 'oak chair' });

  expect(page?.models.map(({ model_id_string }) => model_id_string)).toEqual(
    body.results.map(({ guid }) => `model_${guid}`),
  );
});

test('leads through every page by cursors', async () => {
  const seen: string[] = [];

  let cursor: string | null = '';
  while (cursor !== null) {
    const { page } = await search({
      query_string: '',
      limit_int: 4,
      ...(cursor && { cursor_string: cursor }),
    });
    seen.push(...(page?.models ?? []).map(({ title_string }) => title_string));
    cursor = page?.next_cursor_string ?? null;
  }

  expect(seen.sort()).toEqual([...titles, 'Two files'].sort());
});

test('refuses the cursor of another search', async () => {
  const { page } = await search({ query_string: 'oak', limit_int: 1 });

  const { refusal } = await search({ query_string: 'chair', cursor_string: page?.next_cursor_string });

  expect(refusal).toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { cursor_string: expect.any(String) } },
  });
});

test('filters by category, format and triangles', async () => {
  const all = { category_string: 'Furniture', format_string: 'obj', lod_string: '10k' };

  const inside = await search({ query_string: 'oak', ...all, polycount_min_int: 1, polycount_max_int: 100 });
  const outside = await search({ query_string: 'oak', ...all, polycount_min_int: 1000 });

  expect(inside.page?.total_int).toBe(3);
  expect(outside.page?.total_int).toBe(0);
});

test('lists every category with its count', async () => {
  const { content } = await callTool(client, 'list_categories', {});

  expect(content).toMatchObject({
    total_int: 6,
    categories: expect.arrayContaining([{ name_string: 'Furniture', count_int: 5, subcategories: [] }]),
  });
});

test('names the candidates of an ambiguous wish', async () => {
  const person = await registerPerson(server);
  const { page } = await search({ query_string: 'two files' });
  const wish = {
    model_id_string: page?.models[0]?.model_id_string,
    format_string: 'obj',
    lod_string: '10k',
    api_key_string: person.token,
  };

  const ambiguous = await callTool(client, 'download_model', wish);
  const exact = await callTool(client, 'download_model', { ...wish, relative_path_string: '10k/left.obj' });

  expect(ambiguous.refusal).toMatchObject({ code: 'AMBIGUOUS_FILE' });
  expect(JSON.stringify(ambiguous.refusal?.details)).toContain('10k/right.obj');
  expect(exact.content).toMatchObject({ file_name_string: 'left.obj', charged_usd_number: 1 });
});

test.each([
  ['a model that is not there', 'get_model_details', { model_id_string: 'model_nothing' }, 'MODEL_NOT_FOUND'],
  ['an id of another form', 'get_model_details', { model_id_string: '../x' }, 'INVALID_INPUT'],
  ['no query', 'search_models', {}, 'INVALID_INPUT'],
  ['a number as query', 'search_models', { query_string: 5 }, 'INVALID_INPUT'],
  ['an unknown topology', 'search_models', { query_string: '', lod_string: '5k' }, 'INVALID_INPUT'],
])('refuses %s in words', async (_what, name, input, code) => {
  const { refusal } = await callTool(client, name, input);

  expect(refusal).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
});

test('refuses a tool that is not there', async () => {
  const error = await protocolErrorOf(client.callTool({ name: 'delete_models', arguments: {} }));

  expect(error.message).toContain(
    'search_models, preview_models, get_model_details, download_model, list_categories',
  );
});

test('refuses a key that is not valid', async () => {
  const { page } = await search({ query_string: 'iron chair' });
  const wish = { model_id_string: page?.models[0]?.model_id_string, format_string: 'obj', lod_string: '10k' };

  const { refusal } = await callTool(client, 'download_model', {
    ...wish,
    api_key_string: 'lsk_secret-of-nobody',
  });

  expect(refusal).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(JSON.stringify(refusal)).not.toContain('secret-of-nobody');
});

test('never writes a key to the log', async () => {
  const person = await registerPerson(server);

  await callTool(client, 'download_model', {
    model_id_string: 'model_nothing',
    format_string: 'obj',
    lod_string: '10k',
    api_key_string: person.token,
  });

  expect(server.logged.join('')).not.toContain(person.token);
});

test('says how the topology of a recognised file was found', async () => {
  library.write({ 'Lamps/lamp.obj': objText(7, 'lamp') });
  await server.scan();
  const { page } = await search({ query_string: 'lamp' });

  const { content } = await callTool(client, 'get_model_details', {
    model_id_string: page?.models[0]?.model_id_string,
  });

  expect(content).toMatchObject({ topologies: [{ scene_files: [{ lod_from_string: 'measured' }] }] });
});

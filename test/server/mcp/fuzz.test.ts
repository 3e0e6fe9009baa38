import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../../helpers/code-point.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { connectMcp } from '../../helpers/mcp-client.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ files: simpleModel('Oak chair', { guid: 'chair' }) });
const client = await connectMcp(server.baseUrl);

const junk = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 60 }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    '',
    'model_chair',
    'chair',
    '10k',
    '1k',
    'obj',
    '../../etc/passwd',
    '"; DROP TABLE model;--',
    'x'.repeat(3000),
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 2 }),
);
const names = [
  'query_string',
  'category_string',
  'limit_int',
  'format_string',
  'lod_string',
  'polycount_min_int',
  'cursor_string',
  'model_id_string',
  'relative_path_string',
  'variant_string',
  'api_key_string',
  'target_string',
  '__proto__x',
];
const wish = fc.record({
  tool: fc.constantFrom('search_models', 'get_model_details', 'download_model', 'list_categories'),
  input: fc.dictionary(fc.constantFrom(...names), junk, { maxKeys: 5 }),
});

test('answers or refuses whatever an agent sends', async () => {
  await fc.assert(
    fc.asyncProperty(wish, async ({ tool, input }) => {
      server.advance(60_000); // a limit is no answer to what is asked here
      const answer = await client.callTool({ name: tool, arguments: input }).catch((error: unknown) => ({
        structuredContent: { code: String(Reflect.get(Object(error), 'message')) },
      }));

      expect(JSON.stringify(answer.structuredContent)).not.toContain('"INTERNAL"');
      expect(JSON.stringify(answer.structuredContent)).not.toMatch(/SQLITE|node:|at Object/);
    }),
    { numRuns: 150 },
  );

  expect(server.logged.join('')).not.toContain('MCP request failed');
});

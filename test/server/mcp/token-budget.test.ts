import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { measureTokens } from '../../helpers/mcp-tokens.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  files: Object.assign({}, ...Array.from({ length: 12 }, (_, index) => simpleModel(`Oak chair ${index}`))),
});

/** Most estimated tokens that a model may be asked to read. */
const budgets = {
  'tools/list': 2960,
  search_models: 1500,
  get_model_details: 900,
  download_model: 700,
  list_categories: 120,
};

test('keeps what agents read within budget', async () => {
  const costs = await measureTokens(server.baseUrl, 'oak chair', 'obj');

  for (const { what, tokens } of costs) {
    expect({ what, isWithin: tokens <= (budgets[what] ?? 0), tokens }).toEqual({
      what,
      isWithin: true,
      tokens,
    });
  }
  expect(costs.map(({ what }) => what).sort()).toEqual(Object.keys(budgets).sort());
});

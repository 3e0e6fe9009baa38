import { z } from 'zod';
import { connectMcp } from './mcp-client.ts';

export type TokenCost = {
  readonly what: ToolName | 'tools/list';
  readonly bytes: number;
  readonly tokens: number;
};
type ToolName = 'search_models' | 'get_model_details' | 'download_model' | 'list_categories';

const Found = z.object({ models: z.array(z.object({ model_id_string: z.string() })).min(1) });

/** What an agent typically asks, in this order; a function is given the id of the first model found. */
export const typicalCalls = (id: string): readonly { what: ToolName; input: Record<string, unknown> }[] => [
  { what: 'search_models', input: { query_string: 'oak chair' } },
  { what: 'get_model_details', input: { model_id_string: id } },
  { what: 'download_model', input: { model_id_string: id, format_string: 'obj', lod_string: '1k' } },
  { what: 'list_categories', input: {} },
];

/** Four characters of JSON are about one token of the tokenizers in use. */
const toCost = (what: TokenCost['what'], value: unknown): TokenCost => {
  const text = JSON.stringify(value);
  return { what, bytes: Buffer.byteLength(text), tokens: Math.ceil(text.length / 4) };
};

/** Bytes and estimated tokens of the tool list and of each tool's typical answer, as a model reads them. */
export async function measureTokens(
  baseUrl: string,
  calls: typeof typicalCalls,
): Promise<readonly TokenCost[]> {
  const client = await connectMcp(baseUrl);
  const { tools } = await client.listTools();
  const search = await client.callTool({ name: 'search_models', arguments: { query_string: 'oak chair' } });
  const id = Found.parse(search.structuredContent).models[0]?.model_id_string ?? '';
  const costs = [toCost('tools/list', tools)];
  for (const { what, input } of calls(id)) {
    const { structuredContent, isError } = await client.callTool({ name: what, arguments: input });
    if (isError) throw new Error(`${what} failed: ${JSON.stringify(structuredContent)}`);
    costs.push(toCost(what, structuredContent));
  }
  await client.close();
  return costs;
}

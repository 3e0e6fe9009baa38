import { z } from 'zod';
import { connectMcp } from './mcp-client.ts';

type ToolName = 'search_models' | 'get_model_details' | 'download_model' | 'list_categories';
type TokenCost = {
  readonly what: ToolName | 'tools/list';
  readonly bytes: number;
  readonly tokens: number;
};

const Found = z.object({ models: z.array(z.object({ model_id_string: z.string() })).min(1) });

/** Four characters of JSON are about one token of the tokenizers in use. */
const toCost = (what: TokenCost['what'], value: unknown): TokenCost => {
  const text = JSON.stringify(value);
  return { what, bytes: Buffer.byteLength(text), tokens: Math.ceil(text.length / 4) };
};

/** Bytes and estimated tokens of the tool list and of each tool's typical answer, as a model reads them. */
export async function measureTokens(
  baseUrl: string,
  words: string,
  format: string,
): Promise<readonly TokenCost[]> {
  const client = await connectMcp(baseUrl);
  const ask = async (what: ToolName, input: Record<string, unknown>) => {
    const { structuredContent, isError } = await client.callTool({ name: what, arguments: input });
    if (isError) throw new Error(`${what} failed: ${JSON.stringify(structuredContent)}`);
    return { content: structuredContent, cost: toCost(what, structuredContent) };
  };
  const list = toCost('tools/list', (await client.listTools()).tools);
  const search = await ask('search_models', { query_string: words });
  const model_id_string = Found.parse(search.content).models[0]?.model_id_string ?? '';
  const details = await ask('get_model_details', { model_id_string });
  const file = await ask('download_model', { model_id_string, format_string: format, lod_string: '1k' });
  const categories = await ask('list_categories', {});
  await client.close();
  return [list, search.cost, details.cost, file.cost, categories.cost];
}

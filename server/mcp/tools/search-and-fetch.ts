import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { limits } from '../../contract/limits.ts';
import type { McpLimits } from '../mcp-limits.ts';
import { ModelId, toModelId } from '../model-id.ts';
import { defineTool } from './define-tool.ts';
import { toDetails } from './get-model-details.ts';

const Hit = { id: z.string(), title: z.string(), url: z.string() };

/** The two tools that ChatGPT's connectors and deep research require, under these names. */
export const createSearch = (catalogue: Catalogue, mcpLimits: McpLimits) =>
  defineTool({
    name: 'search',
    title: 'Search',
    description: 'For ChatGPT: search_models without filters.',
    input: z.object({ query: z.string().max(limits.queryLength) }),
    output: z.object({ results: z.array(z.object(Hit)) }),
    isReadOnly: true,
    async run({ query }, exchange) {
      mcpLimits.countSearch(exchange);
      const page = await catalogue.find({ q: query, limit: limits.mcp.pageSize.default });
      return {
        results: catalogue.records(page).map(({ guid, title, modelPageUrl: url }) => ({
          ...{ id: toModelId(guid), title, url },
        })),
      };
    },
  });

export const createFetch = (catalogue: Catalogue, mcpLimits: McpLimits) =>
  defineTool({
    name: 'fetch',
    title: 'Fetch',
    description: 'For ChatGPT: get_model_details as text.',
    input: z.object({ id: ModelId }),
    output: z.object({ ...Hit, text: z.string() }),
    isReadOnly: true,
    async run({ id: guid }, exchange) {
      mcpLimits.countRead(exchange);
      const { title, modelPageUrl: url, ...model } = catalogue.details(guid);
      const text = JSON.stringify(toDetails({ ...model, title, modelPageUrl: url }));
      return { id: toModelId(guid), title, url, text };
    },
  });

import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { McpLimits } from '../mcp-limits.ts';
import { defineTool } from './define-tool.ts';

const output = z.object({
  total_int: z.number().int().describe('Models in the catalogue'),
  categories: z.array(
    z.object({
      name_string: z.string(),
      count_int: z.number().int(),
      subcategories: z.array(z.object({ name_string: z.string(), count_int: z.number().int() })),
    }),
  ),
});

export const createListCategories = (catalogue: Catalogue, mcpLimits: McpLimits) =>
  defineTool({
    name: 'list_categories',
    title: 'List categories',
    description: 'Categories, and how many models each has.',
    input: z.object({}),
    output,
    isReadOnly: true,
    async run(_input, exchange) {
      mcpLimits.countRead(exchange);
      const { total, categories } = await catalogue.facets({}, ['categories']);
      return {
        total_int: total,
        categories: categories.map(({ name, count, subcategories }) => ({
          name_string: name,
          count_int: count,
          subcategories: subcategories.map((sub) => ({ name_string: sub.name, count_int: sub.count })),
        })),
      };
    },
  });

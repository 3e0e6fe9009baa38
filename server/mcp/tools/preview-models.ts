import { z } from 'zod';
import type { McpLimits } from '../mcp-limits.ts';
import { ModelId, toModelId } from '../model-id.ts';
import { defineTool } from './define-tool.ts';

/** A picture of at most 12 kB; null while there is none. Throws MODEL_NOT_FOUND. */
export type ReadPreview = (guid: string) => Promise<{ data: Buffer; contentType: string } | null>;

const most = 6;

export const createPreviewModels = (readPreview: ReadPreview, mcpLimits: McpLimits) =>
  defineTool({
    name: 'preview_models',
    title: 'Look at models',
    description: `Pictures of up to ${most} models, in the order of "shown". Look before you choose or pay.`,
    input: z.object({ model_ids: z.array(ModelId).min(1).max(most).describe('model_id_string of results') }),
    output: z.object({ shown: z.array(z.string()), without_picture: z.array(z.string()) }),
    isReadOnly: true,
    async run({ model_ids: guids }, exchange, show) {
      mcpLimits.countRead(exchange);
      const shown: string[] = [];
      const without: string[] = [];
      for (const guid of new Set(guids)) {
        const picture = await readPreview(guid);
        (picture === null ? without : shown).push(toModelId(guid));
        if (picture !== null) show({ data: picture.data.toString('base64'), mimeType: picture.contentType });
      }
      return { shown, without_picture: without };
    },
  });

import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { SizeMetres } from '../../contract/common.ts';
import type { McpLimits } from '../mcp-limits.ts';
import { ModelId, Size, toModelId } from '../model-id.ts';
import { defineTool } from './define-tool.ts';

/** A picture of at most 12 kB; null if there is none. Throws MODEL_NOT_FOUND. */
export type ReadPreview = (guid: string) => Promise<{ data: Buffer; contentType: string } | null>;

const most = 6;

type Parts = {
  readonly readPreview: ReadPreview;
  readonly catalogue: Pick<Catalogue, 'details'>;
  readonly mcpLimits: McpLimits;
};

export const createPreviewModels = ({ readPreview, catalogue, mcpLimits }: Parts) =>
  defineTool({
    name: 'preview_models',
    title: 'Look at models',
    description: `Pictures of up to ${most} models, in the order of "shown". Look before you choose or pay.`,
    input: z.object({ model_ids: z.array(ModelId).min(1).max(most) }),
    output: z.object({
      shown: z.array(z.string()),
      without_picture: z.array(z.string()),
      size_metres: z.record(z.string(), Size).optional(),
    }),
    isReadOnly: true,
    async run({ model_ids: guids }, exchange, show) {
      mcpLimits.countRead(exchange);
      const shown: string[] = [];
      const without: string[] = [];
      const sizes: Record<string, SizeMetres> = {};
      for (const guid of new Set(guids)) {
        const picture = await readPreview(guid);
        const { sizeMetres } = catalogue.details(guid);
        if (sizeMetres !== null) sizes[toModelId(guid)] = sizeMetres;
        (picture === null ? without : shown).push(toModelId(guid));
        if (picture !== null) show({ data: picture.data.toString('base64'), mimeType: picture.contentType });
      }
      const known = Object.keys(sizes).length > 0 ? { size_metres: sizes } : {};
      return { shown, without_picture: without, ...known };
    },
  });

import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ModelDetails } from '../../contract/catalogue/discovery.ts';
import type { McpLimits } from '../mcp-limits.ts';
import { ModelId, Size, toModelId } from '../model-id.ts';
import { defineTool } from './define-tool.ts';

const File = z.object({
  relative_path_string: z.string(),
  format_string: z.string(),
  size_bytes_int: z.number().int(),
  sha256_string: z.string(),
  variant_string: z.enum(['static', 'animated']).optional(),
  triangles_int: z.number().int().optional(),
  derived_from_string: z.string().optional(),
  lod_from_string: z.string().optional(),
  support_files_int: z.number().int().optional(),
  read_by_string: z.string().optional(),
  unreadable_in_string: z.string().optional(),
});
const SupportFile = File.pick({ relative_path_string: true, size_bytes_int: true, sha256_string: true });

const output = z.object({
  model_id_string: z.string(),
  title_string: z.string(),
  description_string: z.string(),
  type_string: z.string(),
  category_string: z.string(),
  subcategory_string: z.string(),
  tags: z.array(z.string()),
  license_string: z.string(),
  license_from_string: z.string().nullable(),
  license_type_string: z.enum(['lowpoly_free', 'premium']),
  attribution_string: z.string().nullable(),
  price_usd_number: z.number().describe('Once per model; 1k is free'),
  version_int: z.number().int(),
  animated_boolean: z.boolean(),
  rigged_boolean: z.boolean(),
  triangles_int: z.number().int().nullable(),
  size_bytes_int: z.number().int(),
  size_metres: Size.nullable(),
  page_url_string: z.string(),
  preview_small_url_string: z.string().nullable(),
  preview_medium_url_string: z.string().nullable(),
  preview_large_url_string: z.string().nullable(),
  topologies: z.array(
    z.object({
      lod_string: z.string(),
      formats: z.array(z.string()),
      scene_files: z.array(File).describe('What download_model takes'),
      texture_files: z.array(SupportFile),
      support_files: z.array(SupportFile),
    }),
  ),
});

type InventoryFile = ModelDetails['topologies'][number]['files'][number];

const toSupport = (file: InventoryFile): z.input<typeof SupportFile> => ({
  relative_path_string: file.relativePath,
  size_bytes_int: file.sizeBytes,
  sha256_string: file.sha256,
});
const toScene = (file: InventoryFile): z.input<typeof File> => ({
  ...toSupport(file),
  format_string: file.format,
  ...(file.variant !== null && { variant_string: file.variant }),
  ...(file.triangles !== null && { triangles_int: file.triangles }),
  ...(file.derived && { derived_from_string: file.derived.from }),
  ...(file.lodFrom && { lod_from_string: file.lodFrom }),
  ...(file.readBy && { read_by_string: file.readBy.join(', ') }),
  ...(file.obstacles && { unreadable_in_string: describeObstacles(file.obstacles) }),
  ...(file.supportFilesCount > 0 && { support_files_int: file.supportFilesCount }),
});
/** Such as `blender before 4.5 (fbx:ascii)`. */
const describeObstacles = (obstacles: NonNullable<InventoryFile['obstacles']>) =>
  obstacles
    .map(({ app, requirement, readFrom, package: extra }) => {
      const remedy = readFrom ? ` before ${readFrom}` : extra ? ` without ${extra}` : '';
      return `${app}${remedy} (${requirement})`;
    })
    .join(', ');
const withRole = (files: readonly InventoryFile[], role: InventoryFile['role']) =>
  files.filter((file) => file.role === role);

export const createGetModelDetails = (catalogue: Catalogue, mcpLimits: McpLimits) =>
  defineTool({
    name: 'get_model_details',
    title: 'Details of a model',
    description: 'A model: description, licence, price, previews, every file by topology (LOD).',
    input: z.object({ model_id_string: ModelId }),
    output,
    isReadOnly: true,
    async run({ model_id_string: guid }, exchange) {
      mcpLimits.countRead(exchange);
      return toDetails(catalogue.details(guid));
    },
  });

/** A model for agents: the tool's answer, and the text of its resource. */
export const toDetails = (model: ModelDetails): z.input<typeof output> => ({
  model_id_string: toModelId(model.guid),
  title_string: model.title,
  description_string: model.description,
  type_string: model.typeLabel,
  category_string: model.category,
  subcategory_string: model.subcategory,
  tags: model.tags,
  license_string: model.license,
  license_from_string: model.licenseFrom,
  license_type_string: model.licenseType,
  attribution_string: model.attribution,
  price_usd_number: model.priceUsd,
  version_int: model.version,
  animated_boolean: model.animated,
  rigged_boolean: model.rigged,
  triangles_int: model.triCount,
  size_bytes_int: model.sizeBytes,
  size_metres: model.sizeMetres,
  page_url_string: model.modelPageUrl,
  preview_small_url_string: model.previewSmallUrl,
  preview_medium_url_string: model.previewMediumUrl,
  preview_large_url_string: model.previewLargeUrl,
  topologies: model.topologies.map(({ lod, formats, files }) => ({
    lod_string: lod,
    formats,
    scene_files: withRole(files, 'scene').map(toScene),
    texture_files: withRole(files, 'texture').map(toSupport),
    support_files: withRole(files, 'support').map(toSupport),
  })),
});

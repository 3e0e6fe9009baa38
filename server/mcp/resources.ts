import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { Guid } from '../contract/common.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { readCursor, toCursor } from './cursors.ts';
import { toDetails } from './tools/get-model-details.ts';

/** A poster as stored; null if there is none. */
export type ReadPoster = (guid: string) => Promise<{ data: Buffer; contentType: string } | null>;

export type Resources = ReturnType<typeof createResources>;

const selection = { list: 'resources' };
const scheme = 'model://';
const uriOf = (guid: string) => `${scheme}${guid}`;

export const resourceTemplates = [
  {
    uriTemplate: 'model://{guid}',
    name: 'model',
    title: 'A 3D model',
    description: 'Details of a model as JSON, and its preview image where one exists',
    mimeType: 'application/json',
  },
];

export function createResources(catalogue: Catalogue, readPoster: ReadPoster) {
  return {
    async list(cursor: string | undefined) {
      const offset = cursor === undefined ? 0 : readCursor(cursor, selection);
      const page = await catalogue.find({ limit: limits.mcp.resources, offset });
      return {
        resources: catalogue.records(page).map(({ guid, title, license, category }) => ({
          uri: uriOf(guid),
          name: title,
          description: [category, license].filter(Boolean).join(', '),
          mimeType: 'application/json',
        })),
        ...(page.hasMore && { nextCursor: toCursor(offset + limits.mcp.resources, selection) }),
      };
    },
    async read(uri: string) {
      const guid = Guid.safeParse(uri.startsWith(scheme) ? uri.slice(scheme.length).replace(/\/$/, '') : '');
      if (!guid.success) throw new ResourceNotFoundError(uri);
      try {
        const details = toDetails(catalogue.details(guid.data));
        const poster = await readPoster(guid.data);
        const text = { uri, mimeType: 'application/json', text: JSON.stringify(details) };
        if (poster === null) return { contents: [text] };
        const image = {
          uri: `${uri}/preview`,
          mimeType: poster.contentType,
          blob: poster.data.toString('base64'),
        };
        return { contents: [text, image] };
      } catch (error) {
        if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND')
          throw new ResourceNotFoundError(uri);
        throw error;
      }
    },
  };
}

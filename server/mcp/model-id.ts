import { z } from 'zod';
import { Guid } from '../contract/common.ts';

/** Width x, height y and depth z; terse, because agents read it in every list of tools. */
export const Size = z.record(z.string(), z.number());

const prefix = 'model_';

export const toModelId = (guid: string) => `${prefix}${guid}`;

const toGuid = (id: string) => (id.startsWith(prefix) ? id.slice(prefix.length) : id);

/** Parses "model_" and the guid, or a bare guid, to the guid. */
export const ModelId = z
  .string()
  .max(160)
  .refine((id) => Guid.safeParse(toGuid(id)).success, {
    error: 'Copy model_id_string from a result of search_models',
  })
  .describe('model_id_string of a search result')
  .transform(toGuid);

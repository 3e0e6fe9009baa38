import { z } from 'zod';
import { Guid } from '../contract/common.ts';

const Offset = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Name = z.string().min(1).max(200);
const Version = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The fields of a host's status that a site needs; all others are ignored. */
export const StatusAnswer = z.object({
  hostId: Name,
  epoch: Name,
  head: Offset,
  startedAt: z.string().max(100).default(''),
  ready: z.boolean().default(true),
});
export type StatusAnswer = z.infer<typeof StatusAnswer>;

export const HostChange = z.object({
  offset: Offset,
  guid: Guid,
  version: Version,
  op: z.enum(['upsert', 'delete']),
});
export type HostChange = z.infer<typeof HostChange>;

export const ChangesAnswer = z.object({
  epoch: Name,
  since: Offset.optional(),
  next: Offset,
  head: Offset,
  hasMore: z.boolean(),
  changes: z.array(HostChange).max(1000),
});
export type ChangesAnswer = z.infer<typeof ChangesAnswer>;

/** Why a page of changes cannot be applied, as the end of a sentence; null if it can. */
export function findPageFault(page: ChangesAnswer, asked: { since: number; limit: number }): string | null {
  const { since, next, head, hasMore, changes } = page;
  const offsets = changes.map(({ offset }) => offset);
  if (since !== undefined && since !== asked.since)
    return `answered changes since ${since} when asked for those since ${asked.since}`;
  if (changes.length > asked.limit)
    return `sent ${changes.length} changes where ${asked.limit} were asked for`;
  if (offsets.some((offset, index) => offset <= (offsets[index - 1] ?? asked.since)))
    return 'sent changes whose offsets do not grow';
  const last = offsets.at(-1) ?? asked.since;
  if (next > head) return `sent changes up to ${next} after its last change ${head}`;
  if (next < last) return `names ${next} as the next offset after ${last}`;
  if (hasMore && next === asked.since) return 'says that there is more, and never sends it';
  if (hasMore && next === head) return `says that there is more after its last change ${head}`;
  return null;
}

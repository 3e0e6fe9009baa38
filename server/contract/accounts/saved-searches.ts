import { z } from 'zod';
import { Guid, IsoTime, Ok } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { changing, guarded, own, refusing } from './kept-lists.ts';

const SearchId = z.string().min(1).max(128);
const seeing = {
  seen: z
    .array(Guid)
    .max(limits.savedSearches.seen)
    .describe('The newest models that it found when the person last looked, the newest first'),
  total: z.number().int().min(0).describe('How many it found then'),
};

export const SavedSearch = z.object({
  id: SearchId,
  query: z
    .string()
    .min(1)
    .max(limits.savedSearches.queryLength)
    .describe('What is searched for and filtered by, as parameters of discovery: `q=oak&format=glb`'),
  ...seeing,
  madeAt: IsoTime,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** Saved searches of an account, and which of their models it has seen. */
export const savedSearchRoutes = {
  savedSearches: defineRoute({
    ...own,
    method: 'GET',
    path: '/api/account/searches',
    summary: 'The saved searches of this account, the newest first',
    response: z.object({ ok: Ok, searches: z.array(SavedSearch) }),
    errors: guarded,
  }),
  saveSearch: defineRoute({
    ...changing,
    method: 'POST',
    path: '/api/account/searches',
    summary: 'Save a search; one that is saved already remembers what was seen now',
    body: z.object({ query: SavedSearch.shape.query, ...seeing }),
    status: 201,
    response: SavedSearch.extend({ ok: Ok }),
    errors: refusing,
  }),
  deleteSavedSearch: defineRoute({
    ...changing,
    method: 'DELETE',
    path: '/api/account/searches/{searchId}',
    summary: 'Delete a saved search',
    params: z.object({ searchId: SearchId }),
    status: 204,
    response: z.null(),
    errors: [...refusing, 'NOT_FOUND'],
  }),
};

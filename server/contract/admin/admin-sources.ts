import { z } from 'zod';
import { Ok, WireSentence } from '../common.ts';
import { defineRoute } from '../define.ts';
import { admin, adminErrors } from './admin-accounts.ts';

const KnownSource = z.object({
  ...{ id: z.string(), name: z.string(), kind: z.string(), address: z.string(), terms: z.string() },
  credit: z.string(),
  isOn: z.boolean(),
  perMinute: z.number().int().describe('Requests allowed in a minute'),
  requestsLeft: z.number().int().describe('Of this minute'),
  trouble: z.string().nullable().describe('Why it did not answer last; null if it did'),
  sentence: WireSentence.optional().describe('The same for translation, where it has values'),
});
const KnownSources = z.object({ ok: Ok, sources: z.array(KnownSource) });

export const adminSourceRoutes = {
  sources: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/sources',
    summary: 'The other catalogues of the settings',
    response: KnownSources,
    errors: adminErrors,
  }),
  switchSource: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/sources/{sourceId}',
    summary: 'Switch a source on or off',
    params: z.object({ sourceId: z.string().max(40) }),
    body: z.object({ on: z.boolean() }),
    response: KnownSources,
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
};

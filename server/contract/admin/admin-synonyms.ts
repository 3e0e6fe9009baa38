import { z } from 'zod';
import { Guid, Ok } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { admin, adminErrors } from './admin-accounts.ts';

const Text = z.string().max(limits.synonyms.characters);
const Query = z.string().trim().max(200);
const bodyBytes = limits.synonyms.characters * 4 + 4096;

const Synonyms = {
  text: z.string().describe('A group of words in each line, as search uses them now'),
  isOwn: z.boolean().describe('Whether an admin wrote them; false for those that came with the server'),
  tag: z.string().describe('Identifies this text; a new text must be based on the latest'),
} as const;

const Hit = z.object({ guid: Guid, title: z.string(), category: z.string() });
const Found = z.object({
  total: z.number().int(),
  results: z.array(Hit).describe('The first ones, best first'),
});
const Expansion = z.object({
  words: z.string().describe('Words of the query, in the spelling of the line'),
  means: z.array(z.string()).describe('Words that match as well'),
  line: z.number().int().describe('Of the text, from 1'),
});
const Idle = z.object({ line: z.number().int(), text: z.string() });

export const adminSynonymRoutes = {
  adminSynonyms: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/synonyms',
    summary: 'The synonyms that search uses',
    response: z.object({ ok: Ok, ...Synonyms }),
    errors: adminErrors,
  }),
  adminTrySynonyms: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/synonyms/try',
    summary: 'Try a query with other synonyms, by words only; nothing is saved',
    body: z.object({ text: Text, query: Query }),
    bodyBytes,
    response: z.object({
      ok: Ok,
      expansions: z.array(Expansion).describe('The matching words with the text in the request'),
      before: Found.describe('With the synonyms that search uses now'),
      after: Found.describe('With the text in the request'),
      idle: z.array(Idle).describe('Lines without effect: a group needs two different words'),
    }),
    errors: [...adminErrors, 'UNAVAILABLE'],
  }),
  adminSetSynonyms: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/synonyms',
    summary: 'Save synonyms, or restore those that came with the server; search uses them at once',
    body: z.object({
      text: Text.nullable().describe('null: those that came with the server'),
      basedOn: z.string().max(64).describe('The tag of the text that was changed'),
    }),
    bodyBytes,
    response: z.object({
      ok: Ok,
      isSaved: z.boolean().describe('False if another text has been saved since'),
      ...Synonyms,
    }),
    errors: adminErrors,
  }),
};

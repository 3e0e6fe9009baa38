import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { renderOpenApi } from '../../../../server/base/http/docs.ts';

const Operation = z.object({
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()).min(1),
});
const Page = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string().min(10) })),
  paths: z.record(z.string().regex(/[^/]$/), z.record(z.string(), Operation)),
});
const read = () => Page.parse(parse(renderOpenApi('https://models.example.org')));

test('describes every operation under declared tags', () => {
  const { tags, paths } = read();

  const used = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => one.tags)),
  );
  expect([...used].sort()).toEqual(tags.map(({ name }) => name).sort());
});

test('says who may call, with what, and how often', () => {
  const { paths } = read();

  expect([
    paths['/api/download/direct']?.post?.description,
    paths['/api-embeddings/browse']?.get?.description,
    paths['/api-sync/status.json']?.get?.description,
  ]).toMatchInlineSnapshot(`
    [
      "One exact file's address; unlocks the model once. Needs a user token, a browser session or an API key with download:direct. With a session, send X-CSRF-Token. At most 600 downloads with this token in 60 seconds.",
      "List models. Needs no sign-in, unless the catalogue is private.",
      "Identity of this file host, and the end of its change feed. Needs the sync key that a site and its file hosts share.",
    ]
  `);
});

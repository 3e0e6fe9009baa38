import { z } from 'zod';
import type { RouteDefinition } from '../contract/define.ts';

/** Open to every site and to caches: no credentials are read there. */
export const isDiscovery = (route: RouteDefinition) =>
  route.callers.length === 0 && route.audience.includes('public');

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' && item !== '');

const isList = (schema: unknown) =>
  schema instanceof z.ZodArray || (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray);

/** An empty parameter counts as absent, a repeated one as a list where the schema has one, else its last value. */
export function normalizeQuery(schema: z.ZodObject, query: unknown): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = { ...(typeof query === 'object' ? query : {}) };
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const texts = toTexts(given[name]);
    if (texts.length === 0) return [];
    return [[name, isList(field) ? texts : texts[texts.length - 1]]];
  });
  return Object.fromEntries(entries);
}

import fc from 'fast-check';
import { z } from 'zod';
import { codePoint } from '../../helpers/code-point.ts';
import type { JsonSchema, Operation } from './openapi.ts';

const nasty = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.constantFrom(
    '%',
    '_',
    '*',
    "' OR 1=1 --",
    '../../etc/passwd',
    '..%2f..%2f',
    '\u0000',
    '\u202e',
    '   ',
    '<script>alert(1)</script>',
    'x'.repeat(5000),
    '-1',
    '1e309',
    'NaN',
    '٣',
    '__proto__',
    'constructor',
  ),
);
const junk = fc.oneof(
  nasty,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(nasty, { maxLength: 3 }),
  fc.dictionary(nasty, nasty, { maxKeys: 3 }),
);

const Field = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).min(1).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.record(z.string(), z.unknown())).min(1).optional(),
  items: z.record(z.string(), z.unknown()).optional(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

/** Values that a schema allows, as far as its types say; strings come from `words`. */
function allowed(schema: JsonSchema, words: readonly string[]): fc.Arbitrary<unknown> {
  const field = Field.parse(schema);
  const again = (one: JsonSchema) => allowed(one, words);
  if (field.const !== undefined) return fc.constant(field.const);
  if (field.enum) return fc.constantFrom(...field.enum);
  if (field.anyOf) return fc.oneof(...field.anyOf.map(again));
  switch (field.type) {
    case 'integer':
      return fc.integer({ min: -1, max: 1000 });
    case 'number':
      return fc.double({ min: -1, max: 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(again(field.items ?? {}), { maxLength: 4 });
    case 'object':
      return recordOf(field.properties ?? {}, words);
    default:
      return fc.constantFrom(...words);
  }
}

/** Four of five fields are as described, so that requests come through to the handlers. */
const valuesOf = (schema: JsonSchema, words: readonly string[]) =>
  fc.oneof({ weight: 4, arbitrary: allowed(schema, words) }, { weight: 1, arbitrary: junk });

function recordOf(fields: Readonly<Record<string, JsonSchema>>, words: readonly string[]) {
  const named = Object.entries(fields).map(([name, schema]) => [name, valuesOf(schema, words)] as const);
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(Object.fromEntries(named)) },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(named), { requiredKeys: [] }) },
  );
}

export type Request = {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** Requests of an operation, right ones and wrong ones. `words` are what strings are made of besides junk. */
export function requestsOf(operation: Operation, words: readonly string[]): fc.Arbitrary<Request> {
  const fieldsIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      operation.parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
    );
  const body =
    operation.body === null
      ? fc.constant(undefined)
      : fc.oneof({ weight: 9, arbitrary: allowed(operation.body, words) }, { weight: 1, arbitrary: junk });
  return fc.record({
    path: recordOf(fieldsIn('path'), words),
    query: recordOf(fieldsIn('query'), words),
    body,
  });
}

import { maxHeaderSize } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { RouteDefinition } from '../../server/contract/define.ts';
import { errorCodes } from '../../server/contract/errors.ts';
import { routes } from '../../server/contract/index.ts';
import { signInBrowser } from '../helpers/browser-session.ts';
import { codePoint } from '../helpers/code-point.ts';
import { simpleModel } from '../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../helpers/test-server.ts';

const credentials: Record<string, string>[] = [{}];
const server = await startTestServer({ files: simpleModel('table', { guid: 'table', priceUsd: 1 }) });
const admin = await registerPerson(server);
const person = await registerPerson(server);
const browser = await signInBrowser(server, person);
credentials.push({ authorization: `Bearer ${person.token}` }, browser.headers, {
  authorization: 'Bearer nonsense',
});
credentials.push({ authorization: `Bearer ${admin.token}` });

const nasty = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 80 }),
  fc.constantFrom(
    '%',
    '_',
    "'; DROP TABLE x;--",
    '../../etc/passwd',
    '..%2f',
    '\u0000',
    '   ',
    '<script>',
    'x'.repeat(5000),
    '-1',
    '1e309',
    'NaN',
    '__proto__',
    'table',
    '10k',
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

/** Values for a field: what the schema's own description suggests, and what it forbids. */
function valuesFor(schema: unknown): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(z.object({ field: schema instanceof z.ZodType ? schema : z.unknown() }), {
    io: 'input',
    unrepresentable: 'any',
  });
  const field = described.properties?.field;
  const listed =
    typeof field === 'object' && Array.isArray(field.enum)
      ? field.enum
      : ['table', 'obj', '10k', '10k/thing.obj', 'name@example.org', 'good password'];
  return fc.oneof(fc.constantFrom(...listed), junk);
}

const recordOf = (schema: z.ZodObject | undefined) =>
  fc.record(
    Object.fromEntries(Object.entries(schema?.shape ?? {}).map(([name, field]) => [name, valuesFor(field)])),
    { requiredKeys: [] },
  );

const toText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

type Input = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  who: number;
};

async function send(route: RouteDefinition, { params, query, body, who }: Input) {
  const path = route.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(toText(params[name] ?? 'table')) || 'x',
  );
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, toText(value)]));
  return fetch(`${server.baseUrl}${path}?${search}`, {
    method: route.method,
    headers: { ...credentials[who], ...(route.body && { 'content-type': 'application/json' }) },
    ...(route.body && { body: JSON.stringify(body) }),
  });
}

const fuzzed = Object.entries<RouteDefinition>(routes).map(([name, route]) => ({ name, route }));

test.each(fuzzed)('answers anything sent to $name as documented', async ({ route }) => {
  const documented = new Set<string>([
    ...route.errors,
    'NOT_FOUND',
    'MODEL_NOT_FOUND',
    'INVALID_INPUT',
    'RATE_LIMITED',
  ]);
  const input = fc.record({
    params: recordOf(route.params),
    query: recordOf(route.query),
    body: recordOf(route.body),
    // Admin routes are asked by the admin more often than by the others.
    who: route.role === 'admin' ? fc.constantFrom(0, 1, 4, 4, 4, 4) : fc.nat({ max: 4 }),
  });

  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      const response = await send(route, given);
      const answer = response.status === 204 ? null : await response.json();

      if (response.status === route.status) {
        route.response.parse(answer);
        return;
      }
      if (response.status === 431) {
        expect(answer.code).toBe('TOO_LARGE');
        expect(response.url.length).toBeGreaterThan(maxHeaderSize / 2);
        return;
      }
      expect(response.status).toBeLessThan(500);
      expect(documented).toContain(answer.code);
      expect(response.status).toBe(errorCodes[answer.code as keyof typeof errorCodes].status);
    }),
    { numRuns: Number(process.env.LODESTOCK_FUZZ_RUNS ?? 12) },
  );
});

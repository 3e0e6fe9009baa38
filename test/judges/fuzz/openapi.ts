import { parse } from 'yaml';
import { z } from 'zod';

const JsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof JsonSchema>;

const Content = z.object({ content: z.record(z.string(), z.object({ schema: JsonSchema })).optional() });
const Operation = z.object({
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: JsonSchema }))
    .default([]),
  requestBody: Content.optional(),
  responses: z.record(z.string(), Content),
});
const Page = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), JsonSchema) }),
});

export type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: z.infer<typeof Operation>['parameters'];
  readonly body: JsonSchema | null;
  /** Status, or `default` → the schema of the body; null where there is none. */
  readonly responses: Readonly<Record<string, JsonSchema | null>>;
};

const json = 'application/json';

/** Every operation that a server's own description of its interface has, with references resolved. */
export function readOperations(yaml: string): readonly Operation[] {
  const page = Page.parse(parse(yaml));
  const resolve = (schema: JsonSchema | undefined): JsonSchema | null => {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema?.$ref))?.[1];
    return (name === undefined ? schema : page.components.schemas[name]) ?? null;
  };
  return Object.entries(page.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters,
      body: resolve(operation.requestBody?.content?.[json]?.schema),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, { content }]) => [
          status,
          resolve(content?.[json]?.schema),
        ]),
      ),
    })),
  );
}

const inPath = (name: string) => ({ name, in: 'path' as const, schema: { type: 'string' } });
const inQuery = (name: string) => ({ name, in: 'query' as const, schema: { type: 'string' } });
const download = (end: string, extra: Operation['parameters'] = []): Operation => ({
  name: `download ${end}`,
  method: 'GET',
  path: `/download/{guid}/${end}`,
  parameters: [inPath('guid'), ...extra, inQuery('lod'), inQuery('relativePath')],
  body: null,
  responses: {},
});

/** What stands next to the description: files, redirects, OAuth's forms. Nothing is said of its answers. */
export const plainOperations: readonly Operation[] = [
  download('format/{ext}', [inPath('ext')]),
  download('all', [inQuery('ext')]),
  download('textures', [inQuery('ext')]),
  {
    name: 'oauth revoke',
    method: 'POST',
    path: '/oauth/revoke',
    parameters: [],
    body: { type: 'object', properties: { token: { type: 'string' } } },
    responses: {},
  },
  {
    name: 'oauth token',
    method: 'POST',
    path: '/oauth/token',
    parameters: [],
    body: { type: 'object', properties: { device_code: { type: 'string' } } },
    responses: {},
  },
];

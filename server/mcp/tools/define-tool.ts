import { z } from 'zod';
import { describeIssue } from '../../contract/describe-issue.ts';
import { AppError } from '../../contract/errors.ts';
import type { Exchange } from '../exchange.ts';

const JsonSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), z.record(z.string(), z.json())),
  required: z.array(z.string()).exactOptional(),
});
type JsonSchema = z.infer<typeof JsonSchema>;

type ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** False if a call changes something, such as a balance, so that the user should be asked. */
  readonly isReadOnly: boolean;
  /** `show` adds a picture to the answer. */
  run(input: z.output<I>, exchange: Exchange, show: (image: ToolImage) => void): Promise<z.input<O>>;
};

/** Base64. */
type ToolImage = { readonly data: string; readonly mimeType: string };

type ToolListing = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

export type ToolAnswer = {
  readonly content: Record<string, unknown>;
  readonly images: readonly ToolImage[];
};

export type Tool = {
  readonly listing: ToolListing;
  /** Throws INVALID_INPUT for invalid arguments, and the tool's own AppErrors. */
  call(input: unknown, exchange: Exchange): Promise<ToolAnswer>;
};

/** Useless parts that cost agents tokens: default number bounds, and rules for property names and extras. */
const noise = new Set(['additionalProperties', 'propertyNames', '$schema']);
const nullable = /"anyOf":\[\{"type":"(\w+)"\},\{"type":"null"\}\]/g;
const isUnbounded = (key: string, value: unknown) =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/** Cached by schema, because generating them takes longer than the rest of a tool. */
const known = {
  input: new WeakMap<z.ZodObject, JsonSchema>(),
  output: new WeakMap<z.ZodObject, JsonSchema>(),
};

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const found = known[io].get(schema) ?? makeJsonSchema(schema, io);
  known[io].set(schema, found);
  return found;
}

function makeJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io }), (key, value) =>
    noise.has(key) || isUnbounded(key, value) ? undefined : value,
  );
  return JsonSchema.parse(JSON.parse(text.replaceAll(nullable, '"type":["$1","null"]')));
}

/** Throws INVALID_INPUT: a filter that is silently ignored would find the wrong models. */
function refuseUnknown(schema: z.ZodObject, input: unknown) {
  const known = Object.keys(schema.shape);
  const name = Object.keys(Object(input)).find((one) => !known.includes(one));
  if (name === undefined) return;
  const reason = `there is no such argument; known are ${known.join(', ') || 'none'}`;
  throw new AppError('INVALID_INPUT', `Correct ${name}: ${reason}.`, {
    details: { fields: { [name]: reason } },
  });
}

function parse<I extends z.ZodObject>(schema: I, input: unknown): z.output<I> {
  refuseUnknown(schema, input);
  const parsed = schema.safeParse(input ?? {}, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'arguments', issue.message]),
  );
  const [name, reason] = Object.entries(fields)[0] ?? ['arguments', 'they are not valid'];
  throw new AppError('INVALID_INPUT', `Correct ${name}: ${reason}.`, { details: { fields } });
}

/** A tool is data, like a route: its schemas validate calls and generate the listing. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): Tool {
  const { name, title, description, input, output, isReadOnly, run } = definition;
  return {
    listing: {
      name,
      title,
      description,
      inputSchema: toJsonSchema(input, 'input'),
      outputSchema: toJsonSchema(output, 'output'),
      annotations: {
        readOnlyHint: isReadOnly,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    async call(given, exchange) {
      const images: ToolImage[] = [];
      const answer = await run(parse(input, given), exchange, (image) => images.push(image));
      return { content: output.parse(answer), images };
    },
  };
}

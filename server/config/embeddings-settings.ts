import { hash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { readJsonFile } from './json-file.ts';

const Sha256 = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'write the 64 digits that sha256sum prints');

const Prefix = z.string().max(500).default('');

const Model = z.strictObject({
  name: z.string().trim().min(1).max(100),
  dimensions: z.number().int().min(1).max(8192),
  /** How to get a text's vector: the mean of its tokens' vectors, the first one, or the model's direct output. */
  pooling: z.enum(['mean', 'cls', 'none']),
  maxTokens: z.number().int().min(2).max(8192).default(256),
  queryPrefix: Prefix,
  documentPrefix: Prefix,
  files: z.strictObject({ 'model.onnx': Sha256, 'tokenizer.json': Sha256 }),
});

export type EmbeddingPack = Readonly<z.output<typeof Model>> & {
  readonly folder: string;
  /** Identifies the model; another one produces other vectors. */
  readonly id: string;
};

/** Reads a folder's model.json. The other files are checked when they are loaded. */
const PackFolder = z.string().transform((given, context): EmbeddingPack => {
  const folder = path.resolve(given);
  const file = path.join(folder, 'model.json');
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  try {
    const { error, data } = Model.safeParse(readJsonFile(file, '{"name": …, "dimensions": …}'), {
      error: describeIssue,
    });
    for (const issue of error?.issues ?? []) refuse(`${file}, ${issue.path.join('.')}: ${issue.message}.`);
    return data === undefined
      ? z.NEVER
      : { ...data, folder, id: hash('sha256', JSON.stringify({ ...data, name: '' })) };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
});

export const embeddingsSettings = {
  LODESTOCK_EMBEDDINGS_URL: z
    .url({ protocol: /^https?$/, error: 'Enter a URL such as http://127.0.0.1:11434/v1/embeddings' })
    .optional()
    .describe('OpenAI-compatible embeddings endpoint (Ollama, TEI, vLLM)'),
  LODESTOCK_EMBEDDINGS_MODEL: z.string().min(1).default('default').describe('Embedding model to request'),
  LODESTOCK_EMBEDDINGS_KEY: z.string().min(1).optional().describe('Its bearer token'),
  LODESTOCK_EMBEDDINGS_PACK: PackFolder.optional().describe(
    'Instead: folder of a [model that the server runs](daily-work.md#search-by-meaning); without both, search matches words only',
  ),
  LODESTOCK_EMBEDDINGS_MIN_SIMILARITY: z.coerce
    .number()
    .min(-1)
    .max(1)
    .default(0.6)
    .describe('Minimum cosine similarity of matches by meaning alone'),
};

type Given = z.output<z.ZodObject<typeof embeddingsSettings>>;

export function refuseTwoEmbedders(given: Partial<Given>, context: z.RefinementCtx) {
  if (given.LODESTOCK_EMBEDDINGS_URL === undefined || given.LODESTOCK_EMBEDDINGS_PACK === undefined) return;
  const message = 'Set LODESTOCK_EMBEDDINGS_URL or LODESTOCK_EMBEDDINGS_PACK, not both';
  context.addIssue({ code: 'custom', path: ['LODESTOCK_EMBEDDINGS_PACK'], message });
}

export type EmbeddingsConfig = { readonly minSimilarity: number } & (
  | { readonly pack: EmbeddingPack; readonly url: null }
  | { readonly pack: null; readonly url: string; readonly model: string; readonly key: string | null }
);

export function toEmbeddings(value: Given): EmbeddingsConfig | null {
  const minSimilarity = value.LODESTOCK_EMBEDDINGS_MIN_SIMILARITY;
  const { LODESTOCK_EMBEDDINGS_PACK: pack, LODESTOCK_EMBEDDINGS_URL: url } = value;
  if (pack !== undefined) return { minSimilarity, pack, url: null };
  if (url === undefined) return null;
  const { LODESTOCK_EMBEDDINGS_MODEL: model, LODESTOCK_EMBEDDINGS_KEY: key = null } = value;
  return { minSimilarity, pack: null, url, model, key };
}

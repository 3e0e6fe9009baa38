import { z } from 'zod';

/** How search asks an embedder, as part of the server's settings. */
export const embeddingsSettings = {
  LODESTOCK_EMBEDDINGS_URL: z
    .url({ protocol: /^https?$/, error: 'Enter a URL such as http://127.0.0.1:11434/v1/embeddings' })
    .optional()
    .describe(
      'OpenAI-compatible embeddings endpoint (Ollama, TEI, vLLM); if unset, search matches words only',
    ),
  LODESTOCK_EMBEDDINGS_MODEL: z.string().min(1).default('default').describe('Embedding model to request'),
  LODESTOCK_EMBEDDINGS_KEY: z.string().min(1).optional().describe('Its bearer token'),
  LODESTOCK_EMBEDDINGS_MIN_SIMILARITY: z.coerce
    .number()
    .min(-1)
    .max(1)
    .default(0.6)
    .describe('Minimum cosine similarity of matches by meaning alone'),
};

export type EmbeddingsConfig = {
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  readonly minSimilarity: number;
};

/** null: no embedder. */
export function toEmbeddings(
  value: z.output<z.ZodObject<typeof embeddingsSettings>>,
): EmbeddingsConfig | null {
  if (value.LODESTOCK_EMBEDDINGS_URL === undefined) return null;
  return {
    url: value.LODESTOCK_EMBEDDINGS_URL,
    model: value.LODESTOCK_EMBEDDINGS_MODEL,
    key: value.LODESTOCK_EMBEDDINGS_KEY ?? null,
    minSimilarity: value.LODESTOCK_EMBEDDINGS_MIN_SIMILARITY,
  };
}

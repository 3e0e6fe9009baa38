import { z } from 'zod';

type EmbedderSettings = {
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
};

/** `isRefusal`: the endpoint responds but rejects these texts; any other error may be temporary. */
export class EmbedderError extends Error {
  readonly isRefusal: boolean;
  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'EmbedderError';
    this.isRefusal = isRefusal;
  }
}

export type Embedder = {
  /** Returns one vector per text, all of the same length. Throws EmbedderError. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
};

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()).min(1) })),
});

const largestAnswer = 64 * 1024 * 1024;
const patience = 30_000;

/** Completes an address to the endpoint; accepts its base, its /v1, or the endpoint itself. */
export function toEndpoint(url: string): string {
  const endpoint = new URL(url);
  const path = endpoint.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/embeddings')) {
    endpoint.pathname = path.endsWith('/v1') ? `${path}/embeddings` : `${path}/v1/embeddings`;
  }
  return endpoint.href;
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > largestAnswer) throw new EmbedderError(`The embedder sent more than ${largestAnswer} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function toVectors(text: string, count: number): readonly Float32Array[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new EmbedderError('The embedder did not answer JSON.', { cause });
  }
  const parsed = Answer.safeParse(json);
  if (!parsed.success) throw new EmbedderError('The embedder did not answer embeddings.');
  const vectors: Float32Array[] = [];
  for (const [place, { index = place, embedding }] of parsed.data.data.entries())
    vectors[index] = Float32Array.from(embedding);
  const isWhole = vectors.length === count && Object.keys(vectors).length === count;
  if (!isWhole) throw new EmbedderError(`The embedder answered other than ${count} vectors.`);
  return checkVectors(vectors);
}

/** Checks that vectors have one length and can be compared by cosine. Throws EmbedderError. */
export function checkVectors(vectors: readonly Float32Array[]): readonly Float32Array[] {
  const length = vectors[0]?.length;
  for (const vector of vectors) {
    const norm = Math.hypot(...vector);
    if (vector.length !== length || !Number.isFinite(norm) || norm === 0)
      throw new EmbedderError('The embedder answered vectors that cannot be compared.');
  }
  return vectors;
}

/** Creates a client for an OpenAI-compatible endpoint (Ollama, TEI, vLLM). The key is sent there, and never shown. */
export function createEmbedder({ url, model, key }: EmbedderSettings): Embedder {
  const endpoint = toEndpoint(url);
  const { origin } = new URL(endpoint);
  const ask = async (texts: readonly string[], signal: AbortSignal) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    if (response.ok) return readText(response);
    await response.body?.cancel();
    const isRefusal = [400, 413, 422].includes(response.status);
    throw new EmbedderError(`The embedder at ${origin} answered ${response.status}.`, { isRefusal });
  };
  return {
    async embed(texts, signal) {
      const text = await ask(texts, signal).catch((cause: unknown) => {
        if (cause instanceof EmbedderError) throw cause;
        throw new EmbedderError(`The embedder at ${origin} is not responding.`, { cause });
      });
      return toVectors(text, texts.length);
    },
  };
}

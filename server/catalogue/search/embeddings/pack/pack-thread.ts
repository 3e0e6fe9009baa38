import { hash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { isSource } from '../../../../base/built-dir.ts';
import { giveWayAsThread } from '../../../../base/threads/give-way.ts';
import { serveThread, type ThreadType } from '../../../../base/threads/serve.ts';
import type { EmbeddingPack } from '../../../../config/embeddings-settings.ts';

export type PackThread = ThreadType<
  EmbeddingPack,
  { load(): Promise<void>; embed(text: string): Promise<Float32Array> }
>;

/** WebAssembly can address 4 GB, and loading takes several times the size of the file. */
const largest = { 'model.onnx': 2 ** 30, 'tokenizer.json': 2 ** 26 };
type PackFile = keyof typeof largest;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function readFolder(folder: string, name: PackFile): Promise<Buffer> {
  const file = path.join(folder, name);
  const real = await realpath(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be found (${messageOf(error)}). Copy it there`);
  });
  if (path.dirname(real) !== (await realpath(folder)))
    throw new Error(`${file} leads out of its folder. Copy the file itself`);
  const { size } = await stat(real);
  if (size > largest[name])
    throw new Error(
      `${file} has more than ${largest[name] / 2 ** 20} MB. Use a smaller model, or a quantized one`,
    );
  return readFile(real);
}

/** Reads a file once and checks its SHA-256, so that exactly the checked bytes are used. */
async function readPinned({ folder, files }: EmbeddingPack, name: PackFile): Promise<Buffer> {
  const bytes = await readFolder(folder, name);
  const found = hash('sha256', bytes);
  if (found === files[name]) return bytes;
  throw new Error(
    `${path.join(folder, name)} has the SHA-256 ${found}, and model.json names another. Copy the file again, or correct model.json and restart`,
  );
}

const runtime = 'ort-wasm-simd-threaded.wasm';

/** Reads the runtime: from the package in the sources, compressed beside this file in the built server. */
async function readRuntime(): Promise<Uint8Array> {
  if (isSource)
    return readFile(
      path.join(path.dirname(createRequire(import.meta.url).resolve('onnxruntime-web')), runtime),
    );
  return promisify(brotliDecompress)(await readFile(path.join(import.meta.dirname, `${runtime}.br`)));
}

async function openTokenizer(pack: EmbeddingPack): Promise<(text: string) => number[]> {
  const bytes = await readPinned(pack, 'tokenizer.json');
  try {
    const tokenizer = new Tokenizer(JSON.parse(bytes.toString('utf8')), {});
    const { maxTokens } = pack;
    return (text) => {
      const ids = tokenizer.encode(text).ids.filter(Number.isInteger);
      if (ids.length === 0) throw new Error('tokenizer.json finds no token in it');
      // For most models, the last token marks the end of the text.
      return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)] : ids;
    };
  } catch (error) {
    const file = path.join(pack.folder, 'tokenizer.json');
    throw new Error(`${file} cannot be used (${messageOf(error)}). Copy the one that belongs to the model`);
  }
}

async function openSession(pack: EmbeddingPack): Promise<InferenceSession> {
  const bytes = await readPinned(pack, 'model.onnx');
  const file = path.join(pack.folder, 'model.onnx');
  Object.assign(env.wasm, { numThreads: 1, wasmBinary: await readRuntime() });
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['wasm'],
    logSeverityLevel: 3,
  }).catch((error: unknown) => {
    throw new Error(
      `${file} cannot be loaded (${messageOf(error)}). Export it with its weights in this one file`,
    );
  });
  const foreign = session.inputNames.find((name) => inputs[name] === undefined);
  if (foreign !== undefined)
    throw new Error(`${file} wants the input "${foreign}". Export the model for feature extraction`);
  return session;
}

/** Inputs that a model can require: the tokens, an attention mask of ones, and token types of zeros. */
const inputs: Readonly<Record<string, (ids: readonly number[]) => readonly number[]>> = {
  input_ids: (ids) => ids,
  attention_mask: (ids) => ids.map(() => 1),
  token_type_ids: (ids) => ids.map(() => 0),
};

function toTensor(type: string, values: readonly number[]): Tensor {
  const dims = [1, values.length];
  return type === 'int32'
    ? new Tensor('int32', Int32Array.from(values), dims)
    : new Tensor('int64', BigInt64Array.from(values, BigInt), dims);
}

function pool(tokens: Float32Array, { dimensions, pooling }: EmbeddingPack): Float32Array {
  if (pooling !== 'mean') return tokens.slice(0, dimensions);
  const sum = new Float32Array(dimensions);
  for (const [at, value] of tokens.entries()) sum[at % dimensions] = (sum[at % dimensions] ?? 0) + value;
  return sum; // the length does not affect a cosine
}

/** Opens a model that embeds one text at a time: without padding, and without a search waiting for a batch. */
async function openPack(pack: EmbeddingPack): Promise<(text: string) => Promise<Float32Array>> {
  const toIds = await openTokenizer(pack);
  const session = await openSession(pack);
  const rank = pack.pooling === 'none' ? 2 : 3;
  const run = async (ids: readonly number[]) => {
    const feeds = session.inputMetadata.map((input) => {
      const values = inputs[input.name]?.(ids) ?? [];
      return [input.name, toTensor(input.isTensor ? input.type : '', values)];
    });
    const results = Object.entries(await session.run(Object.fromEntries(feeds)));
    for (const [, { data, dims }] of results)
      if (data instanceof Float32Array && dims.length === rank && dims.at(-1) === pack.dimensions)
        return pool(data, pack);
    const given = results.map(([name, { type, dims }]) => `${name}: ${type} [${dims.join(', ')}]`).join('; ');
    throw new Error(
      `model.onnx gives ${given}, which does not go with float32, "pooling": "${pack.pooling}" and "dimensions": ${pack.dimensions} in model.json. Correct it`,
    );
  };
  const embed = async (text: string) => run(toIds(text));
  await embed(`${pack.queryPrefix}chair`);
  return embed;
}

/** On a busy machine, search by words has priority. */
const givenWay = 5;

await serveThread<PackThread>(({ data }) => {
  giveWayAsThread(givenWay);
  const opened = openPack(data);
  opened.catch(() => {}); // each call reports it
  return {
    calls: {
      load: async () => void (await opened),
      embed: async (text) => (await opened)(text),
    },
  };
});

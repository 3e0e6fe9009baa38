import { entryFile, startThread, type Thread } from '../../../../base/threads/start.ts';
import type { EmbeddingPack } from '../../../../config/embeddings-settings.ts';
import { checkVectors, type Embedder, EmbedderError } from '../embedder.ts';
import type { PackThread } from './pack-thread.ts';

/** Unloads after an hour without searches. Loading again takes seconds, during which words alone decide. */
const restMs = 60 * 60_000;
/** A text takes at most a second. */
const patienceMs = 60_000;

/** Runs a local model in a thread. A failure ends the thread; the next text starts a new one. */
export function createPackEmbedder(pack: EmbeddingPack): Embedder & { close(): Promise<void> } {
  let thread: Thread<PackThread> | null = null;
  let rest: NodeJS.Timeout | undefined;
  const end = async () => {
    const ended = thread;
    thread = null;
    clearTimeout(rest);
    await ended?.close();
  };
  const start = () =>
    startThread<PackThread>(entryFile('pack-thread'), {
      data: pack,
      patienceMs: 0,
      onEnd: () => {
        thread = null;
      },
    });
  const ask = async (text: string): Promise<Float32Array> => {
    const used = thread ?? start();
    thread = used;
    clearTimeout(rest);
    rest = setTimeout(end, restMs).unref();
    let isLoaded = false;
    let late: NodeJS.Timeout | undefined;
    try {
      await used.call('load');
      isLoaded = true;
      late = setTimeout(used.kill, patienceMs);
      return await used.call('embed', text);
    } catch (cause) {
      if (thread === used) void end();
      const message = cause instanceof Error ? cause.message : String(cause);
      const failure = isLoaded ? 'cannot read a text' : 'cannot be used';
      throw new EmbedderError(`The embedding pack "${pack.name}" ${failure}: ${message}.`, {
        isRefusal: isLoaded,
        cause,
      });
    } finally {
      clearTimeout(late);
    }
  };
  return {
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal.throwIfAborted();
        vectors.push(await ask(text));
      }
      return checkVectors(vectors);
    },
    close: end,
  };
}

import { entryFile, keepThread } from '../../../base/threads/start.ts';
import { toBlob } from './vector-code.ts';
import type { VectorAnswer, VectorThread } from './vector-worker.ts';

type Asked = { readonly vector: Float32Array; readonly limit: number; readonly among: readonly number[] };

export type VectorSearch = {
  /** Rejects if the thread fails. */
  find(asked: Asked): Promise<VectorAnswer>;
  close(): Promise<void>;
};

export function openVectorSearch(file: string): VectorSearch {
  const thread = keepThread<VectorThread>(entryFile('vector-worker'), { data: () => ({ file }) });
  thread.warmUp();
  return {
    find: ({ vector, ...asked }) => thread.call('find', { vector: toBlob(vector), ...asked }),
    close: thread.close,
  };
}

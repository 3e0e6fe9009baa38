import { entryFile, keepThread } from '../../../base/threads/start.ts';
import { toBlob } from './vector-code.ts';
import type { VectorThread } from './vector-worker.ts';

type Asked = { readonly vector: Float32Array; readonly limit: number; readonly among: readonly number[] };

export type VectorSearch = ReturnType<typeof openVectorSearch>;

export function openVectorSearch(file: string) {
  const thread = keepThread<VectorThread>(entryFile('vector-worker'), { data: () => ({ file }) });
  thread.warmUp();
  return {
    /** Rejects if the thread fails. */
    find: ({ vector, ...asked }: Asked) => thread.call('find', { vector: toBlob(vector), ...asked }),
    close: thread.close,
  };
}

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { endThread } from '../end-thread.ts';
import type { VectorAnswer, VectorQuestion } from './vector-messages.ts';
import { toBlob } from './vector-store.ts';

type Asked = { readonly vector: Float32Array; readonly limit: number; readonly among: readonly number[] };
type Found = Extract<VectorAnswer, { nearest: unknown }>;

export type VectorSearch = {
  /** Rejects when the thread cannot work. */
  find(asked: Asked): Promise<Found>;
  close(): Promise<void>;
};

const isSource = import.meta.filename.endsWith('.ts');
const entry = path.join(import.meta.dirname, isSource ? 'vector-worker.ts' : 'vector-worker.js');

type Waiting = { readonly resolve: (found: Found) => void; readonly reject: (error: Error) => void };

/** Searches the vectors of a database file in a thread. */
export function openVectorSearch(file: string): VectorSearch {
  const worker = new Worker(entry, { workerData: file });
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let failure: Error | null = null;
  let last = 0;
  const failAll = (error: Error) => {
    failure = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (answer: VectorAnswer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) asker?.reject(new Error(answer.error));
    else asker?.resolve(answer);
  });
  worker.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => failAll(failure ?? new Error('The vector search has ended.')));

  return {
    find({ vector, limit, among }) {
      if (failure) return Promise.reject(failure);
      last += 1;
      const question: VectorQuestion = { id: last, vector: toBlob(vector), limit, among };
      return new Promise((resolve, reject) => {
        waiting.set(question.id, { resolve, reject });
        worker.postMessage(question);
      });
    },
    close: () => endThread(worker),
  };
}

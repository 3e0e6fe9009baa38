import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { createIndexBuilder, type IndexState } from './index-builder.ts';
import { createIndexCalls } from './index-calls.ts';
import { type Ending, serveCalls } from './thread-calls.ts';

export type IndexThreadData = { readonly file: string; readonly snapshotFile: string | null };

if (parentPort) {
  const { file, snapshotFile, ending }: IndexThreadData & Ending = workerData;
  const isEnding = () => Atomics.load(ending, 0) === 1;
  const db = new Database(file, { fileMustExist: true });
  db.pragma('busy_timeout = 5000');
  const calls = createIndexCalls(createIndexBuilder(db, snapshotFile, isEnding));
  serveCalls(parentPort, { ...calls, adopt: (state: IndexState) => calls.adopt(state) });
}

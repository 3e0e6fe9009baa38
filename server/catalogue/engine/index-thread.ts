import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { createIndexBuilder, type IndexState } from './index-builder.ts';
import { createIndexCalls } from './index-calls.ts';
import { serveCalls } from './thread-calls.ts';

export type IndexThreadData = { readonly file: string; readonly snapshotFile: string | null };

if (parentPort) {
  const { file, snapshotFile }: IndexThreadData = workerData;
  const db = new Database(file, { fileMustExist: true });
  db.pragma('busy_timeout = 5000');
  const calls = createIndexCalls(createIndexBuilder(db, snapshotFile));
  serveCalls(parentPort, { ...calls, adopt: (state: IndexState) => calls.adopt(state) });
}

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { endMessage } from '../end-thread.ts';
import { loadSqliteVec } from './load-sqlite-vec.ts';
import type { Near, VectorAnswer, VectorQuestion } from './vector-messages.ts';

/** Compares vectors in a thread and on a connection of its own, as it reads them all. */
const db = new Database(String(workerData), { readonly: true });
loadSqliteVec(db);
const columns = 'model_id AS modelId, 1 - vec_distance_cosine(vector, @vector) AS similarity';
const nearest = db.prepare<[Record<string, unknown>], Near>(
  `SELECT ${columns} FROM model_embedding WHERE length(vector) = @length ORDER BY 2 DESC, 1 LIMIT @limit`,
);
const among = db.prepare<[Record<string, unknown>], Near>(
  `SELECT ${columns} FROM model_embedding
   WHERE length(vector) = @length AND model_id IN (SELECT value FROM json_each(@ids))`,
);

function answer({ id, vector, limit, among: ids }: VectorQuestion): VectorAnswer {
  try {
    const given = { vector: Buffer.from(vector), length: vector.length };
    return {
      id,
      nearest: nearest.all({ ...given, limit }),
      among: among.all({ ...given, ids: JSON.stringify(ids) }),
    };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (message: VectorQuestion | typeof endMessage) => {
  if (message === endMessage) parentPort?.close();
  else parentPort?.postMessage(answer(message));
});

import type Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import { openBeside } from '../../../base/db/open-database.ts';
import { serveThread, type ThreadType } from '../../../base/threads/serve.ts';

export type Near = { readonly modelId: number; readonly similarity: number };

/** Which models' vectors are nearest, and how near these models' are; cosine similarity, -1 to 1. */
type VectorQuestion = {
  readonly vector: Uint8Array;
  readonly limit: number;
  readonly among: readonly number[];
};
export type VectorAnswer = { readonly nearest: readonly Near[]; readonly among: readonly Near[] };

export type VectorThread = ThreadType<
  { readonly file: string },
  { find(question: VectorQuestion): VectorAnswer }
>;

const columns = 'model_id AS modelId, 1 - vec_distance_cosine(vector, @vector) AS similarity';

/** Adds sqlite-vec's functions to a connection. Throws where its binary is missing. */
const loadSqliteVec = (db: Database.Database) =>
  // SQLite opens the library itself and knows no archive, so the packed app keeps it outside.
  db.loadExtension(getLoadablePath().replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked'));

/** Compares vectors on its own connection, as it reads them all. */
function openVectors(file: string) {
  const db = openBeside(file, { readonly: true });
  loadSqliteVec(db);
  const nearest = db.prepare<[Record<string, unknown>], Near>(
    `SELECT ${columns} FROM model_embedding WHERE length(vector) = @length ORDER BY 2 DESC, 1 LIMIT @limit`,
  );
  const among = db.prepare<[Record<string, unknown>], Near>(
    `SELECT ${columns} FROM model_embedding
     WHERE length(vector) = @length AND model_id IN (SELECT value FROM json_each(@ids))`,
  );
  return ({ vector, limit, among: ids }: VectorQuestion): VectorAnswer => {
    const given = { vector: Buffer.from(vector), length: vector.length };
    return {
      nearest: nearest.all({ ...given, limit }),
      among: among.all({ ...given, ids: JSON.stringify(ids) }),
    };
  };
}

await serveThread<VectorThread>(({ data }) => ({ calls: { find: openVectors(data.file) } }));

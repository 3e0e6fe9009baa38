import type Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import { openBeside } from '../../../base/db/open-database.ts';
import { serveThread, type ThreadType } from '../../../base/threads/serve.ts';
import { createCodeScan } from './code-scan.ts';
import { createVectorCoder, fromBlob } from './vector-code.ts';

export type Near = { readonly modelId: number; readonly similarity: number };

/** Asks for the nearest models, and for the similarity of those in `among`; cosine similarity, -1 to 1. */
type VectorQuestion = {
  readonly vector: Uint8Array;
  readonly limit: number;
  readonly among: readonly number[];
};
type VectorAnswer = { readonly nearest: readonly Near[]; readonly among: readonly Near[] };

export type VectorThread = ThreadType<
  { readonly file: string },
  { find(question: VectorQuestion): VectorAnswer }
>;

const columns = 'model_id AS modelId, 1 - vec_distance_cosine(vector, @vector) AS similarity';
/** Number of rows with the nearest codes to compare exactly. */
const shortlistFor = (limit: number) => 50 + Math.ceil(1.5 * limit);
/** Share of these rows that must still exist; otherwise all codes are read again. */
const leastPresent = 0.8;

/** Adds sqlite-vec's functions to a connection. Throws if its binary is missing. */
const loadSqliteVec = (db: Database.Database) =>
  // SQLite loads the library itself and cannot read inside an archive, so the packaged app ships it outside.
  db.loadExtension(getLoadablePath().replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked'));

/** Holds the codes of all vectors of one length in memory, including those of deleted rows. */
function keepCodes(db: Database.Database, length: number) {
  const coder = createVectorCoder(length / Float32Array.BYTES_PER_ELEMENT);
  const scan = createCodeScan(coder.bytes);
  // Reads many rows as one text: a Buffer for each would take five times as long.
  const next = db.prepare<[number], { readonly numbers: string | null; readonly codes: string }>(
    `SELECT group_concat(number) AS numbers, group_concat(hex(code), '') AS codes FROM (SELECT number, code
       FROM model_embedding INDEXED BY model_embedding_code WHERE number > ? ORDER BY number LIMIT 1000)`,
  );
  const kept: number[] = [];
  return {
    length,
    readNew() {
      for (;;) {
        const { numbers = null, codes = '' } = next.get(kept.at(-1) ?? 0) ?? {};
        if (numbers === null) return;
        const bytes = Buffer.from(codes, 'hex');
        for (const [place, number] of numbers.split(',').entries()) {
          kept.push(Number(number));
          scan.add(bytes.subarray(place * 2 * coder.bytes, (place + 1) * 2 * coder.bytes));
        }
      }
    },
    nearest: (vector: Uint8Array, limit: number) =>
      scan.nearest(coder.ask(fromBlob(vector)), limit).map((place) => kept[place]),
  };
}

/** Searches on its own connection: first by codes in memory, then exactly, by the current rows. */
function openVectors(file: string) {
  const db = openBeside(file, { readonly: true });
  loadSqliteVec(db);
  const newest = db
    .prepare<[], number>('SELECT length(vector) FROM model_embedding ORDER BY number DESC LIMIT 1')
    .pluck();
  const exact = db.prepare<[Record<string, unknown>], Near>(
    `SELECT ${columns} FROM model_embedding WHERE number IN (SELECT value FROM json_each(@numbers))`,
  );
  const among = db.prepare<[Record<string, unknown>], Near>(
    `SELECT ${columns} FROM model_embedding
     WHERE length(vector) = @length AND model_id IN (SELECT value FROM json_each(@ids))`,
  );
  let codes: ReturnType<typeof keepCodes> | null = null;
  const follow = () => {
    const length = newest.get();
    if (length !== codes?.length) codes = length === undefined ? null : keepCodes(db, length);
    codes?.readNew();
    return codes;
  };
  const nearest = (vector: Buffer, limit: number): readonly Near[] => {
    const kept = follow();
    if (kept?.length !== vector.length) return [];
    const numbers = kept.nearest(vector, shortlistFor(limit));
    const rows = exact.all({ vector, numbers: JSON.stringify(numbers) });
    if (rows.length < numbers.length * leastPresent) {
      codes = null;
      return nearest(vector, limit);
    }
    return rows.sort((a, b) => b.similarity - a.similarity || a.modelId - b.modelId).slice(0, limit);
  };
  const find = ({ limit, among: ids, ...question }: VectorQuestion): VectorAnswer => {
    const vector = Buffer.from(question.vector);
    return {
      nearest: nearest(vector, limit),
      among: among.all({ vector, length: vector.length, ids: JSON.stringify(ids) }),
    };
  };
  db.transaction(follow)();
  // Reads codes and rows in the same snapshot.
  return db.transaction(find);
}

await serveThread<VectorThread>(({ data }) => ({ calls: { find: openVectors(data.file) } }));

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getLoadablePath } from 'sqlite-vec';
import { z } from 'zod';
import { type Db, openDatabase } from '../../../../server/base/db/open-database.ts';
import { createVectorCoder, toBlob } from '../../../../server/catalogue/search/embeddings/vector-code.ts';
import { createRandom } from '../random.ts';
import { readRealRecords } from '../records.ts';
import { bell, normalise, vectorNear } from './noise.ts';
import { learnVectors } from './text-vectors.ts';

const [count = 1_000_000, dimensions = 128] = process.argv.slice(2).map(Number);
const asked = 200;
const compared = 25;
const Answer = z.object({
  load: z.number(),
  loadCpu: z.number(),
  times: z.array(z.number()),
  cpu: z.number(),
  bytes: z.number(),
  found: z.array(z.array(z.number())),
});
const at = (times: readonly number[], share: number) =>
  ([...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);

type Vectors = {
  readonly model: (index: number) => Float32Array;
  readonly query: (index: number) => Float32Array;
};

/** Vectors of real records and, around them, those of others like them; queries are titles, each with a little noise. */
function realVectors(): Vectors {
  const { origin, records } = readRealRecords();
  console.log(`Vectors of ${origin}`);
  const { all, ofText } = learnVectors(records, dimensions);
  const random = createRandom(2);
  return {
    model: (index) =>
      normalise(
        vectorNear(
          all[index % all.length] ?? new Float32Array(),
          index < all.length ? 0 : 0.2 + 0.6 * random(),
          random,
        ),
      ),
    query: (index) =>
      normalise(vectorNear(ofText(records[(index * 7919) % records.length]?.name ?? ''), 0.2, random)),
  };
}

function randomVectors(): Vectors {
  const random = createRandom(3);
  const next = () => normalise(Float32Array.from({ length: dimensions }, () => bell(random)));
  return { model: next, query: next };
}

function fill(db: Db, { model }: Vectors): number {
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  const coder = createVectorCoder(dimensions);
  const insert = db.prepare(
    "INSERT INTO model_embedding (model_id, metadata_hash, vector, code) VALUES (?, '', ?, ?)",
  );
  let coding = 0;
  const put = (index: number) => {
    const vector = model(index);
    const start = performance.now();
    const code = coder.encode(vector);
    coding += performance.now() - start;
    insert.run(index + 1, toBlob(vector), code);
  };
  for (let start = 0; start < count; start += 50_000)
    db.transaction(() => {
      for (let index = start; index < Math.min(start + 50_000, count); index += 1) put(index);
    })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  return coding / count;
}

/** Compares a query with every vector in SQL. */
function askAll(db: Db, queries: readonly Float32Array[], limit: number) {
  db.loadExtension(getLoadablePath());
  const nearest = db
    .prepare<[Buffer, number], number>(
      'SELECT model_id FROM model_embedding ORDER BY vec_distance_cosine(vector, ?) LIMIT ?',
    )
    .pluck();
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const found = queries.map((query) => {
    const start = performance.now();
    const ids = nearest.all(toBlob(query), limit);
    times.push(performance.now() - start);
    return ids;
  });
  const { user, system } = process.cpuUsage(cpu);
  return { times, found, cpu: (user + system) / 1000 / queries.length };
}

function bench(name: string, vectors: Vectors) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-vectors-'));
  const db = openDatabase(path.join(folder, 'lodestock.db'));
  try {
    const coding = fill(db, vectors);
    const queries = Array.from({ length: asked }, (_, index) => vectors.query(index));
    writeFileSync(path.join(folder, 'queries'), Buffer.concat(queries.map(toBlob)));
    console.log(
      `\n${name}: ${count.toLocaleString('en')} × ${dimensions}, a code made in ${(coding * 1000).toFixed(0)} µs`,
    );
    const all = askAll(db, queries.slice(0, compared), 200);
    console.log(
      `sqlite-vec, every vector: p50 ${at(all.times, 0.5)}, p95 ${at(all.times, 0.95)}, CPU ${all.cpu.toFixed(1)} ms`,
    );
    const child = path.join(import.meta.dirname, 'ask-child.ts');
    for (const limit of [10, 200]) {
      const given = ['--expose-gc', child, folder, String(dimensions), String(limit)];
      const printed = execFileSync(process.execPath, given, { encoding: 'utf8', maxBuffer: 2 ** 28 });
      const ours = Answer.parse(JSON.parse(printed));
      const hits = all.found.map((ids, query) => {
        const known = new Set(ours.found[query]);
        return ids.slice(0, limit).filter((id) => known.has(id)).length;
      });
      const recall = hits.reduce((sum, hit) => sum + hit, 0) / (limit * compared);
      console.log(
        `Lodestock, ${limit} nearest: p50 ${at(ours.times, 0.5)}, p95 ${at(ours.times, 0.95)}, CPU ${ours.cpu.toFixed(1)} ms, recall ${recall.toFixed(3)}, ${(ours.bytes / 1e6).toFixed(0)} MB, loaded in ${ours.load.toFixed(0)} ms (CPU ${ours.loadCpu.toFixed(0)})`,
      );
    }
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

bench('Real records', realVectors());
bench('Random vectors, the worst case', randomVectors());

import path from 'node:path';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { createSearchEngine } from '../../../server/catalogue/search/engine/search-engine.ts';

/** A separate process that opens the finished index of a folder: what it takes in time and memory, as JSON. */
const folder = process.argv[2] ?? '';
const db = openDatabase(path.join(folder, 'lodestock.db'));
// SQLite's own cache is not the index's memory.
db.pragma('cache_size = -2048');
const query = { words: 'a', sort: 'relevance', limit: 24, offset: 0, filters: {} } as const;
globalThis.gc?.();
const before = process.memoryUsage().rss;
const start = performance.now();
const engine = createSearchEngine({ db, dataDir: folder });
await engine.ready;
const milliseconds = performance.now() - start;
for (const words of ['a', 'pitch', 'brick', 'con', null]) {
  await engine.search({ ...query, words });
  await engine.facets({ ...query, words });
}
globalThis.gc?.();
console.log(JSON.stringify({ milliseconds, bytes: process.memoryUsage().rss - before }));
await engine.close();
db.close();

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { openBeside, openDatabase } from '../../server/base/db/open-database.ts';
import { createSearchEngine } from '../../server/catalogue/search/engine/search-engine.ts';

// Answers queries from a server's database with the constants that `other-weights.ts` has put in place.
// Arguments: the database and a JSON list of queries. Prints a JSON list of lists of GUIDs.

const [database = '', queries = ''] = process.argv.slice(2);
const db = openDatabase(database);
const engine = createSearchEngine({ db, dataDir: null });
await engine.ready;
const guidOf = openBeside(database, { readonly: true })
  .prepare<[number], string>('SELECT guid FROM model WHERE id = ?')
  .pluck();
const answers: string[][] = [];
for (const words of z.array(z.string()).parse(JSON.parse(readFileSync(queries, 'utf8')))) {
  const { hits } = await engine.search({ words, sort: 'relevance', limit: 10, offset: 0, filters: {} });
  answers.push(hits.map(({ modelId }) => guidOf.get(modelId) ?? ''));
}
console.log(JSON.stringify(answers));
await engine.close();
db.close();

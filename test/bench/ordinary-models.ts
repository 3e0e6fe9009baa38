import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { listLacking } from '../helpers/ordinary-disk.ts';
import { posterBrowser } from '../helpers/poster-browser.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { cpuWithChildren } from './cpu-with-children.ts';
import { askForListings } from './listing-times.ts';
import { layOutCopies } from './ordinary-copies.ts';

// node test/bench/ordinary-models.ts [MODELS]: a server gets a folder of so many ordinary models, 1,000 if nothing else is said,
// and makes them searchable, levelled and drawn; prints models per minute, and how long a new page of the listing took
// meanwhile and afterwards. Needs the build, a Chromium and the models beside the project.

const count = Number(process.argv[2] ?? 1000);
const scratch = mkdtempSync(path.join(tmpdir(), 'lodestock-models-'));
const libraryDir = path.join(scratch, 'library');
const dataDir = path.join(scratch, 'data');
mkdirSync(libraryDir);
layOutCopies(libraryDir, count);
const start = performance.now();
const server = await startServerChild('server/main.ts', {
  env: {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: libraryDir,
    LODESTOCK_PORT: '0',
    LODESTOCK_LEVELS: 'auto',
    LODESTOCK_POSTERS: 'auto',
    LODESTOCK_CHROMIUM: posterBrowser ?? '',
  },
});
const since = () => (performance.now() - start) / 60_000;
const perMinute = (minutes: number) =>
  `${minutes.toFixed(2)} min (${Math.round(count / minutes)} models/min)`;
const cpu = () => cpuWithChildren(server.child.pid ?? 0);

const busy = askForListings(server.baseUrl, count);
await waitUntilReady(server.baseUrl);
const searchable = since();
const db = new Database(path.join(dataDir, 'lodestock.db'), { readonly: true });
const waiting = (table: string) =>
  db.prepare<[], number>(`SELECT count(*) FROM ${table} WHERE state = 'waiting'`).pluck();
const [levels, posters] = [waiting('level_job'), waiting('poster_job')];
let levelled = 0;
while (levels.get() !== 0 || posters.get() !== 0) {
  await delay(250);
  if (levelled === 0 && levels.get() === 0) levelled = since();
}
const all = since();
const spent = cpu();
const meanwhile = await busy.stop();
const idle = await askForListings(server.baseUrl, count).during(20_000);

const found = db.prepare<[], number>('SELECT count(*) FROM model').pluck().get();
const lacking = listLacking(db);
console.log(
  `${count} models laid out, ${found} published; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(`searchable after ${perMinute(searchable)}, levelled after ${perMinute(levelled || all)}`);
console.log(`with levels and posters after ${perMinute(all)}; ${(spent / count).toFixed(2)} s of CPU each`);
console.log(`a new page of the listing meanwhile: ${meanwhile.told}`);
console.log(`the same when nothing else happens: ${idle.told}`);
console.log(`p95 meanwhile / idle: ${(meanwhile.p95 / idle.p95).toFixed(2)}`);
for (const line of lacking) console.log(line);
db.close();
await server.stop();
rmSync(scratch, { recursive: true, force: true });
process.exitCode = found === count ? 0 : 1;

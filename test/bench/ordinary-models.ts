import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { listLacking } from '../helpers/ordinary-disk.ts';
import { posterBrowser } from '../helpers/poster-browser.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { cpuWithChildren } from './cpu-with-children.ts';
import { askForListings } from './listing-times.ts';
import { layOutCopies } from './ordinary-copies.ts';
import { readThread, tellThread } from './thread-times.ts';

// node test/bench/ordinary-models.ts [MODELS] [--minutes N] [--priority N]: a server gets a folder of so many ordinary models,
// 1,000 if nothing else is said, and makes them searchable, levelled and drawn; prints models per minute, how long a new page of
// the listing took meanwhile and afterwards, and what kept the server's own thread from it. Stops after N minutes, and then prints
// what was reached. What makes levels and posters yields by N, as nice does; else as usual. Needs the build, a Chromium and the
// models next to the project.

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, priority: { type: 'string' } },
  allowPositionals: true,
});
const count = Number(positionals[0] ?? 1000);
const mostMinutes = Number(values.minutes ?? Infinity);
const tuning: Readonly<Record<string, string>> =
  values.priority === undefined
    ? {}
    : { LODESTOCK_TEST_TUNING: JSON.stringify({ levelPriority: Number(values.priority) }) };
const idleMs = 20_000;
const tellEvery = 0.5;

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
    ...tuning,
  },
});
const pid = server.child.pid ?? 0;
const since = () => (performance.now() - start) / 60_000;

const busy = askForListings(server.baseUrl, count);
const before = readThread(pid);
await waitUntilReady(server.baseUrl);
const searchable = since();
const db = new Database(path.join(dataDir, 'lodestock.db'), { readonly: true });
db.prepare('ATTACH ? AS catalogue').run(path.join(dataDir, 'catalogue.db'));
const waiting = (kind: 'level' | 'poster') =>
  db.prepare<[], number>(`SELECT count(*) FROM job WHERE kind = '${kind}' AND state = 'waiting'`).pluck();
const models = db.prepare<[], number>('SELECT count(*) FROM model').pluck();
const found = models.get() ?? 0;
const [levels, posters] = [waiting('level'), waiting('poster')];
const readDone = () => ({
  levelled: found - (levels.get() ?? 0),
  drawn: found - (posters.get() ?? 0),
  minutes: since(),
});
const isOver = ({ levelled, drawn }: ReturnType<typeof readDone>) => levelled === found && drawn === found;
/** Of so many models, how many were done after so long, and how many that is a minute. */
const tell = (done: number, minutes: number) =>
  `${done} of ${found} after ${minutes.toFixed(2)} min (${(done / minutes).toFixed(1)} models/min)`;

let done = readDone();
let levelledAt: number | null = null;
for (let told = done.minutes; !isOver(done) && done.minutes < mostMinutes; done = readDone()) {
  await delay(250);
  if (done.levelled === found) levelledAt ??= done.minutes;
  if (done.minutes - told < tellEvery) continue;
  told = done.minutes;
  console.log(`${told.toFixed(1)} min: ${done.levelled} levelled, ${done.drawn} drawn`);
}
const spent = cpuWithChildren(pid);
const after = readThread(pid);
const meanwhile = await busy.stop();
const isWhole = isOver(done);

console.log(
  `${count} models laid out, ${found} published; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(`searchable: ${tell(found, searchable)}`);
console.log(`levelled: ${tell(done.levelled, levelledAt ?? done.minutes)}`);
console.log(`with posters: ${tell(done.drawn, done.minutes)}`);
console.log(
  `${((spent * 2) / (done.levelled + done.drawn)).toFixed(2)} s of CPU each, the server's included`,
);
console.log(`a new page of the listing meanwhile: ${meanwhile.told}`);
console.log(tellThread(before, after));
if (isWhole) {
  const atRest = readThread(pid);
  const idle = await askForListings(server.baseUrl, count).during(idleMs);
  console.log(`the same when nothing else happens: ${idle.told}`);
  console.log(tellThread(atRest, readThread(pid)));
  console.log(`p95 meanwhile / idle: ${(meanwhile.p95 / idle.p95).toFixed(2)}`);
  for (const line of listLacking(db)) console.log(line);
}
db.close();
await server.stop();
if (!isWhole) {
  // The same server without its work: as idle as it can be.
  const quiet = await startServerChild('server/main.ts', {
    env: { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: libraryDir, LODESTOCK_PORT: '0' },
  });
  await waitUntilReady(quiet.baseUrl);
  const idle = await askForListings(quiet.baseUrl, count).during(idleMs);
  console.log(`the same without that work: ${idle.told}`);
  console.log(`p95 meanwhile / idle: ${(meanwhile.p95 / idle.p95).toFixed(2)}`);
  await quiet.stop();
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = found === count ? 0 : 1;

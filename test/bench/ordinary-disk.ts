import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createProblems } from '../../server/catalogue/write/problems.ts';
import { builtPages } from '../helpers/built.ts';
import { judgeBorders, layOutOrdinaryDisk, listLacking, listLeftOut } from '../helpers/ordinary-disk.ts';
import { posterBrowser, waitForPosters } from '../helpers/poster-browser.ts';
import { readSharedModels } from '../helpers/shared-models.ts';
import { startTestServer } from '../helpers/test-server.ts';

// node test/bench/ordinary-disk.ts: a server on all real models as an admin's disk may have them, with posters and levels;
// prints what became of them. Needs the build, a Chromium and the models next to the project. Ends with 1 where more than one
// border of a model is wrong, a file is neither published nor named, or a model lacks something and nothing says why.

const libraryDir = mkdtempSync(path.join(tmpdir(), 'lodestock-ordinary-'));
const expected = layOutOrdinaryDisk(libraryDir);
const start = performance.now();
const server = await startTestServer({
  libraryDir,
  rendererDir: builtPages,
  environment: {
    LODESTOCK_LEVELS: 'auto',
    LODESTOCK_POSTERS: 'auto',
    LODESTOCK_CHROMIUM: posterBrowser ?? '',
  },
});
const { models, missed, wrong } = judgeBorders(server.db, expected);
const waiting = server.db
  .prepare("SELECT count(*) FROM job WHERE kind = 'level' AND state = 'waiting'")
  .pluck();
while (waiting.get() !== 0) await delay(100);
await waitForPosters(server, 3_600_000);
const minutes = (performance.now() - start) / 60_000;
const lacking = listLacking(server.db);
const told = createProblems(server.db)
  .list()
  .filter(({ kind }) => kind === 'levels' || kind === 'poster');
const isTold = (line: string) =>
  told.some(({ path: place }) => place !== '' && line.startsWith(`${place.replace(/\/$/, '')}`));

console.log(`${readSharedModels().length} models laid out in ${expected.size} scene files`);
console.log(`published: ${models} models, with posters and levels after ${minutes.toFixed(1)} min`);
for (const [place, reason] of listLeftOut(server.db)) console.log(`left out: ${place}: ${reason}`);
for (const line of wrong) console.log(`wrong border: ${line}`);
for (const place of missed) console.log(`neither published nor named: ${place}`);
for (const line of lacking) console.log(line);
for (const { path: place, kind, reason } of told) console.log(`${kind}: ${place}: ${reason}`);
const silent = lacking.filter((line) => !isTold(line));
console.log(
  `${wrong.length} wrong borders, ${missed.length} files unnamed, ${lacking.length} models lack something, ${silent.length} of them in silence`,
);
await server.close();
rmSync(libraryDir, { recursive: true });
process.exitCode = wrong.length > 1 || missed.length > 0 || silent.length > 0 ? 1 : 0;

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { pageSize, sharedFacets } from './contender.ts';
import { fillDatabase, type Records } from './database.ts';
import { openFts } from './fts-contender.ts';
import { measureKinds } from './measure.ts';
import { measureLoad, type OurContenders, openOurs } from './our-contender.ts';
import { createQueries, kinds } from './queries.ts';
import { readRealRecords, recordAt } from './records.ts';
import { renderTable } from './render-table.ts';
import { hasSphinx, openSphinx } from './sphinx-contender.ts';
import { timeUpdate } from './update-speed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    alone: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    keep: { type: 'string' },
    beside: { type: 'string', multiple: true },
  },
});
/** The kinds of queries that are asked: those whose names begin with a given text, or all. */
const asked = kinds.filter((kind) => values.only?.some((start) => kind.startsWith(start)) ?? true);
if (asked.length === 0) throw new Error(`No kind of query begins so. There are: ${kinds.join(', ')}.`);
/** Whether another program is measured too: all are, but with `--alone`, or where `--beside` names others. */
const isAsked = (name: string) => !values.alone && (values.beside?.includes(name) ?? true);
const sizes =
  positionals.length > 0 ? positionals.map(Number) : [10_000, 100_000, ...(values.all ? [1_000_000] : [])];
const wrong = sizes.find((size) => !Number.isInteger(size) || size < 1);
if (wrong !== undefined)
  throw new Error('Give sizes as whole numbers of models, for example: 10000 1000000.');
const { origin, records: real } = readRealRecords();
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const perSecond = (speed: number) => `${Math.round(speed).toLocaleString('en')} models/s`;

/** A catalogue of so many models: a new one, or that of an earlier run with the same folder to keep. */
function openCatalogue(count: number, records: Records) {
  const folder = values.keep
    ? path.join(values.keep, String(count))
    : mkdtempSync(path.join(tmpdir(), 'lodestock-catalogue-'));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'lodestock.db');
  const isKept = existsSync(file);
  return {
    folder,
    isKept,
    db: isKept ? openDatabase(file) : fillDatabase(folder, records),
  };
}

async function bench(count: number) {
  const records = { count, at: (index: number) => recordAt(real, index) };
  const { folder, isKept, db } = openCatalogue(count, records);
  const closing: (() => Promise<void>)[] = [];
  try {
    const ours: OurContenders = await openOurs({ db, folder, count });
    closing.push(ours.compared.close);
    const anchors = isAsked('fts5') ? [openFts(folder, records)] : [];
    if (isAsked('sphinx') && hasSphinx()) anchors.push(await openSphinx(folder, records, db));
    closing.push(...anchors.map(({ close }) => close));
    const contenders = [ours.compared, ...anchors];
    const make = createQueries(records);
    const measured = await measureKinds({ contenders, kinds: asked, make, count: 40 });
    console.log(`\n## ${count.toLocaleString('en')} models\n\n${renderTable(contenders, measured)}\n`);
    const alone = [ours.withAllFacets];
    const full = await measureKinds({ contenders: alone, kinds: asked, make, count: 40 });
    console.log(`Not compared, other queries of the same kinds:\n\n${renderTable(alone, full)}\n`);
    for (const { name, bytes, speed } of contenders)
      console.log(
        `${name}: index ${megabytes(bytes)}, ${isKept && name === ours.compared.name ? 'kept' : `built at ${perSecond(speed)}`}`,
      );
    console.log(`Lodestock: a changed model is found after ${(await timeUpdate(db, ours)).toFixed(1)} ms`);
    await ours.compared.close();
    closing.shift();
    const { milliseconds, bytes } = measureLoad(folder);
    console.log(`Lodestock: opens in ${milliseconds.toFixed(0)} ms and takes ${megabytes(bytes)} of memory`);
  } finally {
    for (const close of closing) await close();
    db.close();
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  }
}

console.log(
  `Catalogue: ${origin}. Each answer of each contender: ${pageSize} rows, the exact total and three facets
(${sharedFacets.join(', ')}), by Lodestock and FTS5 each without its own constraint. Milliseconds, p50 / p95 / CPU.
Every answer is cold: no contender has answered the query before, and a browse is counted anew each time.`,
);
if (!hasSphinx()) console.log('Sphinx is not installed (apt install sphinxsearch), so it is left out.');
for (const count of sizes) await bench(count);

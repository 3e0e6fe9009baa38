import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { createIndexFile } from '../../src-main/library/index-file.ts';
import { createLibraryIndex } from '../../src-main/library/library-index.ts';
import { receiptName } from '../../src-main/library/place.ts';
import { Receipt, toReceiptText } from '../../src-main/library/receipt.ts';
import type { LibraryChange, SeenLibrary } from '../../src-main/platform/ipc/contract.ts';
import { selectModels } from '../../src-renderer/features/library/store/library-rows.ts';
import { createMemoryLog } from '../src-main/memory-log.ts';
import type { Row } from './run.ts';

const modelCount = 5000;
const filesEach = 20;
const words =
  'chair table lamp shelf gear bolt fern oak barrel mug kettle window stair wheel knight sword'.split(' ');
const pick = (index: number) => words[index % words.length] ?? '';
const titleOf = (index: number) => `${pick(index)} ${pick(Math.floor(index / words.length))} ${index}`;
const folderOf = (library: string, index: number) => path.join(library, `${titleOf(index)}_m-${index}`);

/** Written at once, without waiting for the disk as the app does. */
function makeModel(library: string, index: number, version: number): void {
  const folder = folderOf(library, index);
  mkdirSync(path.join(folder, '1k'), { recursive: true });
  const names = Array.from({ length: filesEach }, (_, file) =>
    file === 0 ? `1k/model-${index}.glb` : `1k/texture-${file}.png`,
  );
  for (const name of names) writeFileSync(path.join(folder, name), name);
  const receipt = Receipt.parse({
    ...{ receiptVersion: 1, guid: `m-${index}`, title: titleOf(index), version, license: 'CC0-1.0' },
    ...{ attribution: null, serverUrl: 'http://127.0.0.1:8787', downloadedAt: '2026-01-01T00:00:00Z' },
    files: names.map((relativePath, file) => ({
      ...{ relativePath, sizeBytes: relativePath.length, sha256: index.toString(16).padStart(64, '0') },
      ...({ format: file === 0 ? 'glb' : 'png', lod: '1k', variant: null } as const),
      ...({ role: file === 0 ? 'scene' : 'texture' } as const),
    })),
  });
  writeFileSync(path.join(folder, receiptName), toReceiptText(receipt));
}

/** The app's index, from its start on. */
function open(library: string, file: string) {
  const changes: LibraryChange[] = [];
  const index = createLibraryIndex({
    ...{ libraries: () => [{ folder: library, name: 'Models' }], checked: new Map() },
    ...{
      roots: { findAbsence: async () => null, attend: (_folder, work) => work(() => undefined) },
      onChange: (change: LibraryChange) => void changes.push(change),
    },
    file: createIndexFile(file, createMemoryLog().log),
  });
  return { ...index, changes };
}

async function time<T>(work: () => T | Promise<T>): Promise<readonly [result: T, milliseconds: number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

const show = (milliseconds: number) =>
  milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
const ratio = (ours: number, anchor: number) => `${(ours / anchor).toFixed(2)}×`;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** What a person types, letter by letter. */
const queries = Array.from({ length: 60 }, (_, index) => `${pick(index)} ${pick(index * 7)}`).flatMap(
  (text) => [2, 4, text.length].map((letters) => text.slice(0, letters).trim()),
);

/** Our filter, next to SQLite’s index of trigrams over the same words. */
function benchSearch({ models }: SeenLibrary): Row {
  const choice = { filter: 'all', tag: null, place: null, sort: 'title', isDescending: false } as const;
  const known = { outdated: new Set<string>(), notes: new Map() };
  const db = new Database(':memory:');
  db.exec("CREATE VIRTUAL TABLE model USING fts5(words, title, tokenize = 'trigram')");
  const add = db.prepare('INSERT INTO model VALUES (?, ?)');
  for (const { title, license } of models) add.run(`${title} ${license} glb 1k`.toLowerCase(), title);
  const find = db.prepare('SELECT rowid FROM model WHERE words LIKE ? AND words LIKE ? ORDER BY title');
  const [ours, theirs]: number[][] = [[], []];
  for (const text of queries) {
    const [first = '', second = ''] = text.split(' ');
    let start = performance.now();
    selectModels(models, { ...choice, text }, known);
    ours?.push(performance.now() - start);
    start = performance.now();
    find.all(`%${first}%`, `%${second}%`);
    theirs?.push(performance.now() - start);
  }
  db.close();
  const [own, other] = [quantile(ours ?? [], 0.95), quantile(theirs ?? [], 0.95)];
  return {
    what: `Search in a local library of ${models.length} models, sorted, p95`,
    ours: show(own),
    anchor: `SQLite’s trigram index: ${show(other)}`,
    ratio: ratio(own, other),
  };
}

/** The desktop app’s library, without its window. */
export async function benchLocalLibrary(): Promise<Row[]> {
  // In memory where that is possible: a disk takes minutes for so many files.
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const place = mkdtempSync(path.join(parent, 'lodestock-bench-'));
  const library = path.join(place, 'library');
  const file = path.join(place, 'library-index.db');
  try {
    for (let index = 0; index < modelCount; index += 1) makeModel(library, index, 1);
    const first = open(library, file);
    const [, unknown] = await time(first.refresh);
    await first.close();

    const app = open(library, file);
    const [seen, shown] = await time(app.read);
    const [, verified] = await time(app.refresh);
    makeModel(library, 7, 2);
    const [, changed] = await time(() => app.refreshFolder(folderOf(library, 7)));
    const told = app.changes.at(-1);
    await app.close();

    const what = `${modelCount} models, ${modelCount * filesEach} files`;
    return [
      {
        what: `Local library of ${what}, shown at a start`,
        ours: show(shown),
        anchor: `reading it without its index: ${show(unknown)}`,
        ratio: ratio(shown, unknown),
      },
      {
        what: `… every file looked at, in the background`,
        ours: show(verified),
        anchor: `the same: ${show(unknown)}`,
        ratio: ratio(verified, unknown),
      },
      {
        what: '… one model changed: seen, kept and told the window',
        ours: `${show(changed)}, ${bytesOf(told)} bytes`,
        anchor: `the whole library: ${bytesOf(seen)} bytes`,
        ratio: `1 / ${Math.round(bytesOf(seen) / bytesOf(told))}`,
      },
      benchSearch(seen),
    ];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

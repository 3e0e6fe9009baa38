import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { newJob } from '../../../../src-main/downloads/queue/job.ts';
import { createJobStore, type JobStore } from '../../../../src-main/downloads/queue/job-store.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';
import { toRequest } from './queue-under-test.ts';

const confirmed = { server: 'bundled', account: 'Ada', library: '/library' };
const makeJob = (guid: string, position = 1) => newJob(toRequest(guid), confirmed, position);

async function createStore(folder?: string) {
  const file = path.join(folder ?? (await createScratch()), 'downloads.db');
  const { log, lines } = createMemoryLog();
  const broken: string[] = [];
  const store = createJobStore({ file, log, onBroken: (aside) => void broken.push(aside) });
  onTestFinished(() => store.close());
  return { store, file, log, lines, broken };
}

const read = ({ load }: JobStore) =>
  load()
    .toSorted((a, b) => a.position - b.position)
    .map(({ guid }) => guid);

test('has a job on the disk once it is saved', async () => {
  const { store, file } = await createStore();
  const job = makeJob('a');
  store.put(job);

  await store.saved();

  const other = new Database(file, { readonly: true });
  onTestFinished(() => void other.close());
  expect(other.prepare('SELECT id FROM jobs').all()).toEqual([{ id: job.id }]);
  expect(other.pragma('journal_mode', { simple: true })).toBe('wal');
});

test('writes the changes of a turn in one commit', async () => {
  const { store, file } = await createStore();
  const jobs = Array.from({ length: 500 }, (_, index) => makeJob(`g${index}`));
  await store.saved();
  store.load();
  const watcher = new Database(file, { readonly: true });
  onTestFinished(() => void watcher.close());
  const seen = new Set<unknown>();
  const count = watcher.prepare('SELECT count(*) FROM jobs').pluck();

  await Promise.all(
    jobs.map(async (job) => {
      store.put(job);
      seen.add(count.get());
      await store.saved();
      seen.add(count.get());
    }),
  );

  expect([...seen]).toEqual([0, 500]);
});

test('says so when nothing can be written', async () => {
  const folder = await createScratch();
  await writeFile(path.join(folder, 'taken'), '');
  const { store, lines } = await createStore(path.join(folder, 'taken'));
  store.put(makeJob('a'));

  await expect(store.saved()).rejects.toThrow();

  expect(lines.join()).toContain('file.not-written');
});

test('keeps a damaged file, tells, and begins anew', async () => {
  const folder = await createScratch();
  await writeFile(
    path.join(folder, 'downloads.db'),
    'this is no database, but long enough to be read as one',
  );
  const { store, broken } = await createStore(folder);

  expect(store.load()).toEqual([]);

  expect(broken.length).toBe(1);
  expect(await readFile(broken[0] ?? '', 'utf8')).toContain('no database');
});

test('leaves a job that it cannot read in the file', async () => {
  const first = await createStore();
  first.store.put(makeJob('a'));
  await first.store.close();
  const db = new Database(first.file);
  db.prepare('INSERT INTO jobs VALUES (?, ?)').run('newer', '{"status":"teleporting"}');
  db.close();

  const second = await createStore(path.dirname(first.file));

  expect(read(second.store)).toEqual(['a']);
  await second.store.close();
  const after = new Database(first.file, { readonly: true });
  onTestFinished(() => void after.close());
  expect(after.prepare('SELECT count(*) FROM jobs').pluck().get()).toBe(2);
});

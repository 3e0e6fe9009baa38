import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdDataFolder } from '../../../../server/base/db/data-folder-lock.ts';
import { settleDataFolder } from '../../../../server/base/storage/settle-data-folder.ts';
import { prepareConfig } from '../../../../server/prepare-config.ts';

function createPlaces() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-settle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [from, to] = [path.join(folder, 'config/server'), path.join(folder, 'local/lodestock')];
  const fill = (place: string, content: string) => {
    mkdirSync(path.join(place, 'posters'), { recursive: true });
    writeFileSync(path.join(place, 'lodestock.db'), content);
    writeFileSync(path.join(place, 'posters/a.webp'), content);
  };
  return { from, to, fill };
}

const readData = (place: string) =>
  ['lodestock.db', 'posters/a.webp'].map((name) => readFileSync(path.join(place, name), 'utf8'));

/** Renames as if the folders were on two disks; dies at the given step of the move. */
function acrossDisks({ from, to }: { from: string; to: string }, dieAt = Number.POSITIVE_INFINITY) {
  let steps = 0;
  return (source: string, target: string) => {
    if (source === from && target === to) throw Object.assign(new Error('other disk'), { code: 'EXDEV' });
    steps += 1;
    if (steps === dieAt) throw new Error('power cut');
    renameSync(source, target);
  };
}

test('leaves a folder alone without an earlier one', () => {
  const { from, to, fill } = createPlaces();
  fill(to, 'new');

  expect(settleDataFolder(to, [from])).toEqual({ dataDir: to, note: null });
  expect(readData(to)).toEqual(['new', 'new']);
});

test.each([
  ['that is not there yet', () => undefined],
  ['that is empty', (to: string) => mkdirSync(to, { recursive: true })],
])('moves earlier data to a folder %s', (_case, prepare) => {
  const { from, to, fill } = createPlaces();
  fill(from, 'old');
  prepare(to);

  const { dataDir, note } = settleDataFolder(to, [from]);

  expect(dataDir).toBe(to);
  expect(note).toBe(`The data folder was moved from ${from} to ${to}.`);
  expect(readData(to)).toEqual(['old', 'old']);
  expect(existsSync(from)).toBe(false);
});

test('stays with the earlier data when there are both', () => {
  const { from, to, fill } = createPlaces();
  fill(from, 'old');
  fill(to, 'new');

  const { dataDir, note } = settleDataFolder(to, [from]);

  expect(dataDir).toBe(from);
  expect(note).toContain(`move ${from} away`);
  expect(readData(to)).toEqual(['new', 'new']);
});

test('moves nothing while a server uses it', () => {
  const { from, to, fill } = createPlaces();
  fill(from, 'old');
  const held = holdDataFolder(from);
  onTestFinished(() => held.release());

  expect(() => settleDataFolder(to, [from])).toThrow(`A server runs on ${from}. Stop it first`);
  expect(readData(from)).toEqual(['old', 'old']);
  expect(existsSync(to)).toBe(false);
});

test.each([1, 2])('survives a power cut in step %i of a move to another disk', (dieAt) => {
  const { from, to, fill } = createPlaces();
  fill(from, 'old');
  expect(() => settleDataFolder(to, [from], acrossDisks({ from, to }, dieAt))).toThrow('power cut');

  const { dataDir } = settleDataFolder(to, [from], acrossDisks({ from, to }));

  expect(dataDir).toBe(to);
  expect(readData(to)).toEqual(['old', 'old']);
  for (const gone of [from, `${from}.moved`, `${to}.moving`, path.join(to, 'copied-from.txt')])
    expect(existsSync(gone)).toBe(false);
});

test('counts every folder from where the data is', () => {
  const { from, to, fill } = createPlaces();
  fill(from, 'old');
  const environment = { LODESTOCK_DATA_DIR: to, LODESTOCK_EARLIER_DATA_DIR: from };

  const moved = prepareConfig(environment);
  fill(from, 'from a backup');
  const kept = prepareConfig(environment);

  expect(moved).toMatchObject({ dataDir: to, derivedDir: path.join(to, 'levels') });
  expect(kept).toMatchObject({ dataDir: from, derivedDir: path.join(from, 'levels') });
});

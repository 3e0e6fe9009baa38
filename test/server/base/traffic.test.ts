import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../server/base/db/migrate.ts';
import { createTraffic } from '../../../server/base/traffic.ts';

const day = 24 * 60 * 60 * 1000;

function open({ mayWrite = (): boolean => true } = {}) {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  migrate(db, 'accounts');
  let now = Date.parse('2026-03-30T23:00:00Z');
  const start = () => createTraffic(db, () => now, mayWrite);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const countRows = () => db.prepare('SELECT count(*) FROM traffic_day').pluck().get();
  return { db, start, pass, countRows };
}

test('counts by day, without gaps', () => {
  const { start, pass } = open();
  const traffic = start();
  traffic.countDownload();
  traffic.countSent(1000);
  traffic.save();
  pass(2 * day);
  traffic.countDownload();
  traffic.countDownload();
  traffic.countUnlock();

  expect(traffic.days(4)).toEqual([
    { day: '2026-03-29', downloads: 0, sentBytes: 0, unlocks: 0 },
    { day: '2026-03-30', downloads: 1, sentBytes: 1000, unlocks: 0 },
    { day: '2026-03-31', downloads: 0, sentBytes: 0, unlocks: 0 },
    { day: '2026-04-01', downloads: 2, sentBytes: 0, unlocks: 1 },
  ]);
  expect(traffic.since()).toBe('2026-03-30');
});

test('adds what several processes on one data folder count', () => {
  const { start } = open();
  const [one, other] = [start(), start()];
  one.countSent(5);
  other.countSent(7);
  one.save();

  expect(other.days(1)).toMatchObject([{ sentBytes: 12 }]);
});

test('writes nothing where nothing was counted, and keeps a year at most', () => {
  const { start, pass, countRows } = open();
  const traffic = start();
  traffic.save();
  const before = countRows();
  for (let index = 0; index < 500; index += 1) {
    traffic.countDownload();
    traffic.save();
    pass(day);
  }

  expect([before, countRows()]).toEqual([0, 401]);
});

test('keeps what cannot be written until it can', () => {
  let isFull = true;
  const { start, countRows } = open({ mayWrite: () => !isFull });
  const traffic = start();
  traffic.countUnlock();
  traffic.save();
  const before = countRows();
  isFull = false;

  expect([before, traffic.days(1)]).toMatchObject([0, [{ unlocks: 1 }]]);
});

test('loses nothing when the database refuses', () => {
  const { db, start } = open();
  const traffic = start();
  traffic.countSent(3);
  db.pragma('query_only = ON');
  traffic.save();
  db.pragma('query_only = OFF');

  expect(traffic.days(1)).toMatchObject([{ sentBytes: 3 }]);
});

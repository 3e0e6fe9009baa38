import { expect, onTestFinished, test } from 'vitest';
import { createLongQueries } from '../../../../server/base/db/long-queries.ts';
import { openFreshDatabase } from '../../../helpers/fresh-database.ts';
import { watchThreads } from '../../../helpers/watch-threads.ts';

const count = 'WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 300000)';
const sum = `${count} SELECT sum(n) AS sum FROM number`;

function start(options: Parameters<typeof createLongQueries>[1] = {}) {
  const db = openFreshDatabase();
  const queries = createLongQueries(db, options);
  onTestFinished(() => queries.close());
  return { db, queries, threads: watchThreads() };
}

test('reads a large catalogue beside the requests, with what was just written', async () => {
  const { db, queries } = start();
  db.prepare("INSERT INTO catalogue_setting VALUES ('colour', 'red')").run();
  await queries.all('SELECT 1');
  let turns = 0;
  const turn = () => {
    turns += 1;
    turning = setImmediate(turn);
  };
  let turning = setImmediate(turn);

  const sums = await queries.all(sum);
  clearImmediate(turning);

  expect(sums).toEqual([{ sum: 45_000_150_000 }]);
  expect(turns).toBeGreaterThan(10);
  const named = queries.all('SELECT value FROM catalogue_setting WHERE name = @name', { name: 'colour' });
  expect(await named).toEqual([{ value: 'red' }]);
});

test('needs no thread for a small catalogue', async () => {
  const { queries, threads } = start({ few: 1024 });

  const answers = [await queries.all(sum), await queries.recent(sum)];

  expect(answers).toEqual([[{ sum: 45_000_150_000 }], [{ sum: 45_000_150_000 }]]);
  expect(threads.size).toBe(0);
});

test('ends its thread after a while, and starts it again', async () => {
  const { queries, threads } = start({ restMs: 1 });

  await queries.all(sum);
  await expect.poll(() => threads.size).toBe(0);

  expect(await queries.all('SELECT 2 AS two')).toEqual([{ two: 2 }]);
});

test('counts once for all who ask in the same moment', async () => {
  const { queries } = start();
  const random = `${count} SELECT max(n), random() AS random FROM number`;

  const [one, two] = await Promise.all([queries.recent(random), queries.recent(random)]);

  expect(one).toEqual(two);
  expect(await queries.all(random)).not.toEqual(one);
});

test('says what is wrong with a query, and answers the next', async () => {
  const { queries } = start();

  await expect(queries.recent('SELECT x FROM nowhere')).rejects.toThrow('no such table: nowhere');
  await expect(queries.recent('SELECT x FROM nowhere')).rejects.toThrow('no such table: nowhere');

  expect(await queries.recent('SELECT 3 AS three')).toEqual([{ three: 3 }]);
});

import { describe, expect, test } from 'vitest';
import { createJobCounts, createJobs } from '../../../../server/catalogue/jobs/jobs.ts';
import { lookedAtOnce, takeJob } from '../../../../server/catalogue/jobs/take-job.ts';
import { createCatalogueWriter } from '../../../../server/catalogue/write/catalogue-writer.ts';
import { openFreshDatabase } from '../../../helpers/fresh-database.ts';
import { modelData } from '../../../helpers/model-data.ts';

function start(titles: readonly string[], recipe = () => 1) {
  const db = openFreshDatabase();
  const writer = createCatalogueWriter(db, Date.now);
  for (const title of titles) writer.put(modelData(title));
  const idOf = db.prepare<[string], number>('SELECT id FROM model WHERE title = ?').pluck();
  const jobs = createJobs(db, 'level', recipe);
  const titlesOf = (now = 0) => jobs.due(now, { limit: 10 }).map(({ title }) => title);
  return { db, writer, jobs, titlesOf, id: (title: string) => idOf.get(title) ?? 0 };
}

test('gives what was asked for, then the untried, popular and new', () => {
  const { db, jobs, titlesOf, id } = start(['old', 'popular', 'tried', 'asked', 'new']);
  jobs.begin(id('tried'), 0);
  jobs.ask([id('asked')]);

  db.exec("UPDATE model SET popularity = 5 WHERE title IN ('popular', 'tried')");

  expect(titlesOf()).toEqual(['asked', 'popular', 'new', 'old', 'tried']);
  expect(jobs.due(0, { limit: 10, isAsked: true }).map(({ title }) => title)).toEqual(['asked']);
});

test('gives a job again when its time has come', () => {
  const { jobs, titlesOf, id } = start(['chair']);
  jobs.begin(id('chair'), 1000);

  const before = [titlesOf(999), jobs.nextDueAt()];

  expect(before).toEqual([[], 1000]);
  expect(titlesOf(1000)).toEqual(['chair']);
  expect(jobs.nextDueAt()).toBe(0);
});

test('does again what another recipe settled, even what failed', () => {
  let recipe = 1;
  const { jobs, titlesOf, id } = start(['chair', 'lamp', 'mug'], () => recipe);
  jobs.settle(id('chair'));
  jobs.giveUp(id('lamp'), 'It is broken.', 'now');
  const before = titlesOf();

  recipe = 2;

  expect(before).toEqual(['mug']);
  expect(titlesOf()).toEqual(['mug', 'lamp', 'chair']);
});

test('counts jobs as they come, end and go with their models', () => {
  const { db, writer, jobs, id } = start(['chair', 'lamp', 'mug']);
  jobs.settle(id('chair'));
  jobs.giveUp(id('lamp'), 'It is broken.', 'now');

  writer.remove('lamp');

  expect(jobs.counts()).toEqual({ waiting: 1, done: 1, none: 0, failed: 0 });
  expect(createJobCounts(db)().poster).toEqual({ waiting: 2, done: 0, none: 0, failed: 0 });
  expect(jobs.retryFailed()).toBe(0);
});

describe('of jobs without work', () => {
  const take = (clock: () => number) => {
    const { db, jobs, id } = start(['chair', 'lamp', 'mug']);
    const look = ({ modelId, title }: { readonly modelId: number; readonly title: string }) => {
      if (title === 'lamp') return title;
      jobs.settle(modelId);
      return null;
    };
    const takeOne = () => takeJob(db, jobs.due(0, { limit: lookedAtOnce }), look, clock);
    return { jobs, takeOne, beginLamp: () => jobs.begin(id('lamp'), 10) };
  };

  test('ends all together, up to the first with work', () => {
    const { jobs, takeOne, beginLamp } = take(() => 0);

    const first = takeOne();
    beginLamp();
    const [second, third] = [takeOne(), takeOne()];

    expect([first, second, third]).toEqual(['lamp', 'more', null]);
    expect(jobs.counts()).toEqual({ waiting: 1, done: 2, none: 0, failed: 0 });
  });

  test('ends one at a time where each takes long', () => {
    let now = 0;
    const { jobs, takeOne } = take(() => (now += 4));

    const first = takeOne();
    const inBetween = jobs.counts();

    expect([first, inBetween.done, takeOne()]).toEqual(['more', 1, 'lamp']);
  });
});

import { expect, onTestFinished, test } from 'vitest';
import { type Link, openLink } from '../../../server/shared-accounts/postgres/open-link.ts';
import { freshAccountsUrl } from '../../helpers/shared-accounts.ts';
import { until } from '../../helpers/test-site.ts';
import { startWireProxy } from '../../helpers/wire-proxy.ts';

const unavailable = { code: 'UNAVAILABLE' };

/** A link whose wire can be cut. */
async function openWired() {
  const url = new URL(await freshAccountsUrl());
  const wire = await startWireProxy(Number(url.port));
  url.port = String(wire.port);
  const link = openLink(url.href);
  onTestFinished(async () => {
    wire.mend();
    await link.close();
    await wire.close();
  });
  return { wire, link };
}
const ask = (link: Link) => link.ask((sql) => sql`SELECT 1 AS one`);
const works = (link: Link) =>
  link
    .transact((sql) => sql`SELECT 1 AS one`)
    .then(
      () => true,
      () => false,
    );

test('waits out the silence of one question only', async () => {
  const { wire, link } = await openWired();
  await ask(link);
  wire.silence();
  await expect(ask(link)).rejects.toMatchObject(unavailable);

  const opened = wire.opened();
  const asked = [ask(link), ask(link), link.transact((sql) => sql`SELECT 1 AS one`)];
  const ends = await Promise.allSettled(asked);

  // Neither is told what became of its own connection: that takes longer.
  expect(ends.map((end) => end.status === 'rejected' && [end.reason.code, end.reason.cause.code])).toEqual(
    asked.map(() => ['UNAVAILABLE', 'NO_ANSWER']),
  );
  expect(wire.opened() - opened).toBeLessThanOrEqual(1);
  wire.mend();
  await until(() => works(link));
});

test('is back once a question was answered that nobody waited for', async () => {
  const { wire, link } = await openWired();
  await ask(link);
  wire.silence();
  await expect(ask(link)).rejects.toMatchObject(unavailable);
  wire.mend();

  const askSlowly = () => link.ask((sql) => sql`SELECT pg_sleep(0.5)`);
  await expect(askSlowly()).rejects.toMatchObject(unavailable);
  await until(async () => {
    await askSlowly().catch(() => {});
    return !link.isAway();
  });

  await until(() => works(link));
});

test('is not away while others are answered', async () => {
  const { wire, link } = await openWired();
  const changes: boolean[] = [];
  await ask(link);
  link.onChange((isAway) => changes.push(isAway));
  wire.swallow('bad luck');

  const unlucky = { isOver: false };
  const asked = link
    .ask((sql) => sql`SELECT 'bad luck' AS one`)
    .finally(() => {
      unlucky.isOver = true;
    });
  asked.catch(() => {});
  await until(async () => {
    await ask(link);
    return unlucky.isOver;
  });

  await expect(asked).rejects.toMatchObject(unavailable);
  expect(changes).toEqual([]);
});

test.each(['cut', 'silence'] as const)(
  'outlives a %s in the middle of a transaction, and of a wait for its turn',
  async (fault) => {
    const { wire, link } = await openWired();
    // So that no connection has to be made under the fault.
    await until(async () => (await Promise.all([1, 2, 3].map(() => works(link)))).every(Boolean));
    const asked: string[] = [];
    const begun = Array.from({ length: 3 }, (_, index) =>
      link.transact(async (sql) => {
        await sql`SELECT 1 AS one`;
        asked.push(`began ${index}`);
        await until(() => asked.length >= 3);
        if (asked.length === 3) {
          wire[fault]();
          asked.push('fault');
        }
        await sql`SELECT 2 AS two`;
        asked.push('went on');
      }),
    );
    // Every connection for transactions is taken: this one waits for its turn.
    const waiting = link.transact(async () => void asked.push('waited'));
    const sleeping = link.ask((sql) => sql`SELECT pg_sleep(60)`);

    const ends = await Promise.allSettled([...begun, waiting, sleeping]);

    expect(ends.map((end) => (end.status === 'rejected' ? end.reason.code : end.status))).toEqual(
      Array.from(ends, () => 'UNAVAILABLE'),
    );
    expect(asked).not.toContain('went on');
    wire.mend();
    await until(() => works(link));
  },
);

import type { Clock } from '../../base/clock.ts';
import type { Limit, OpenLimiter, Use } from '../../base/http/rate-limit.ts';
import type { Link } from './open-link.ts';

type Row = { readonly times: string; readonly was_taken: boolean };

/** One in this many uses removes expired rows. */
const sweepOneIn = 500;

/** An exact sliding window across all servers: the uses of a key are one row, which its uses lock in turn. */
export function limitTogether(link: Link, clock: Clock): OpenLimiter {
  let uses = 0;
  const toUse = (now: number, times: readonly number[], { max, window }: Limit): Omit<Use, 'wait'> => ({
    remaining: Math.max(0, max - times.length),
    reset: times[0] === undefined ? 0 : times[0] + window - now,
  });
  const waitOf = (now: number, times: readonly number[], { max, window }: Limit) => {
    const oldest = times.length < max ? undefined : times[times.length - max];
    return oldest === undefined ? 0 : Math.max(1, oldest + window - now);
  };
  const sweep = (now: number) => {
    uses += 1;
    if (uses % sweepOneIn === 0)
      link.ask((sql) => sql`DELETE FROM limited_use WHERE over_at <= ${now}`).catch(() => {});
  };
  const parse = (times: string) =>
    times
      .split(',')
      .filter((time) => time !== '')
      .map(Number);

  return (limit, what) => {
    const { max, window } = limit;
    const read = async (key: string, now: number): Promise<number[]> => {
      const rows = await link.ask(
        (sql) => sql<Row[]>`
          SELECT array_to_string(ARRAY(SELECT time FROM unnest(times) AS time WHERE time > ${now - window} ORDER BY time), ',')
            AS times, was_taken FROM limited_use WHERE key = ${`${what} ${key}`}`,
      );
      return parse(rows[0]?.times ?? '');
    };
    return {
      async waitFor(key) {
        const now = clock();
        return waitOf(now, await read(key, now), limit);
      },
      async use(key) {
        const now = clock();
        sweep(now);
        const rows = await link.ask(
          (sql) => sql<Row[]>`
            INSERT INTO limited_use AS used (key, times, was_taken, over_at)
            VALUES (${`${what} ${key}`}, ARRAY[${now}::bigint], true, ${now + window})
            ON CONFLICT (key) DO UPDATE SET (times, was_taken, over_at) = (
              SELECT CASE WHEN cardinality(recent) < ${max}::integer THEN recent || ${now}::bigint ELSE recent END,
                cardinality(recent) < ${max}::integer, ${now + window}::bigint
              FROM (SELECT ARRAY(SELECT time FROM unnest(used.times) AS time
                WHERE time > ${now - window}::bigint ORDER BY time) AS recent) AS kept)
            RETURNING array_to_string(times, ',') AS times, was_taken`,
        );
        const times = parse(rows[0]?.times ?? '');
        const wait = rows[0]?.was_taken === false ? waitOf(now, times, limit) : 0;
        return { wait, ...toUse(now, times, limit) };
      },
    };
  };
}

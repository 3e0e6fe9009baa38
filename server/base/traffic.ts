import type { FastifyInstance } from 'fastify';
import { type Clock, toIso } from './clock.ts';
import type { Db } from './db/open-database.ts';

/** The traffic of one UTC day, named like `2026-11-25`. */
type TrafficDay = {
  readonly day: string;
  /** Files and archives whose address was given to users, apps and agents. */
  readonly downloads: number;
  readonly sentBytes: number;
  readonly unlocks: number;
};

export type Traffic = ReturnType<typeof createTraffic>;

type Counts = { downloads: number; sentBytes: number; unlocks: number };

const dayLength = 24 * 60 * 60 * 1000;
const keptDays = 400;
const none = (): Counts => ({ downloads: 0, sentBytes: 0, unlocks: 0 });
const isNone = ({ downloads, sentBytes, unlocks }: Counts) => downloads + sentBytes + unlocks === 0;

/** Counts traffic in memory and adds it to the day's row, which processes share. `mayWrite`: whether that is possible. */
export function createTraffic(db: Db, clock: Clock, mayWrite: () => boolean) {
  const add = db.prepare<[Counts & { day: string }]>(
    `INSERT INTO traffic_day (day, downloads, sent_bytes, unlocks) VALUES (@day, @downloads, @sentBytes, @unlocks)
     ON CONFLICT (day) DO UPDATE SET downloads = downloads + excluded.downloads,
       sent_bytes = sent_bytes + excluded.sent_bytes, unlocks = unlocks + excluded.unlocks`,
  );
  const forget = db.prepare<[string]>('DELETE FROM traffic_day WHERE day < ?');
  const select = db.prepare<[string], TrafficDay>(
    'SELECT day, downloads, sent_bytes AS sentBytes, unlocks FROM traffic_day WHERE day >= ?',
  );
  const first = db.prepare<[], string | null>('SELECT min(day) FROM traffic_day').pluck();
  const dayOf = (time: number) => toIso(time).slice(0, 10);
  let counted = none();

  function save() {
    if (isNone(counted) || !mayWrite()) return;
    const saved = counted;
    const now = clock();
    counted = none();
    try {
      db.transaction(() => {
        add.run({ day: dayOf(now), ...saved });
        forget.run(dayOf(now - keptDays * dayLength));
      }).immediate();
    } catch {
      // Full or locked: keeps the counts for the next attempt.
      counted.downloads += saved.downloads;
      counted.sentBytes += saved.sentBytes;
      counted.unlocks += saved.unlocks;
    }
  }

  return {
    countDownload() {
      counted.downloads += 1;
    },
    countSent(bytes: number) {
      counted.sentBytes += bytes;
    },
    countUnlock() {
      counted.unlocks += 1;
    },
    /** The last `count` days including today, oldest first, without gaps. */
    days(count: number) {
      save();
      const names = Array.from({ length: count }, (_, index) =>
        dayOf(clock() - (count - 1 - index) * dayLength),
      );
      const rows = new Map(select.all(names[0] ?? '').map((row) => [row.day, row]));
      return names.map((day) => rows.get(day) ?? { day, ...none() });
    },
    /** First counted day; null if nothing was counted yet. */
    since: () => first.get() ?? null,
    /** Saves the counts; those that cannot be written are kept for the next attempt. */
    save,
  };
}

const saveEvery = 60_000;

/** Saves the counts once a minute and when the server closes. */
export function keepTraffic(http: FastifyInstance, { save }: Traffic): void {
  const saving = setInterval(save, saveEvery).unref();
  http.addHook('onClose', async () => {
    clearInterval(saving);
    save();
  });
}

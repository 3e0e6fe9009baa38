import type { FastifyInstance } from 'fastify';
import { type Clock, toIso } from './clock.ts';
import type { Db } from './db/open-database.ts';

/** The traffic of one day, named like `2026-11-25`; it begins at midnight UTC. */
type TrafficDay = {
  readonly day: string;
  /** Files and archives that people, apps and agents were given an address of. */
  readonly downloads: number;
  /** Bytes of model files and archives that were sent from here. */
  readonly sentBytes: number;
  readonly unlocks: number;
};

export type Traffic = {
  readonly countDownload: () => void;
  readonly countSent: (bytes: number) => void;
  readonly countUnlock: () => void;
  /** The last `count` days up to now, oldest first and without gaps. */
  readonly days: (count: number) => TrafficDay[];
  /** Since when is counted, as a day; null: nothing was counted yet. */
  readonly since: () => string | null;
  /** Writes down what was counted; what cannot be written is kept for the next time. */
  readonly save: () => void;
};

type Counts = { downloads: number; sentBytes: number; unlocks: number };

const dayLength = 24 * 60 * 60 * 1000;
/** As many days are kept. */
const keptDays = 400;
const none = (): Counts => ({ downloads: 0, sentBytes: 0, unlocks: 0 });
const isNone = ({ downloads, sentBytes, unlocks }: Counts) => downloads + sentBytes + unlocks === 0;

/**
 * Counts what this process does: an addition for each event, and a row a day in the database, to which all processes on
 * one data folder add what they counted since they last saved. `mayWrite` tells whether the data folder takes changes.
 */
export function createTraffic(db: Db, clock: Clock, mayWrite: () => boolean): Traffic {
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
      // Full or locked: it is tried again.
      counted.downloads += saved.downloads;
      counted.sentBytes += saved.sentBytes;
      counted.unlocks += saved.unlocks;
    }
  }

  return {
    countDownload() {
      counted.downloads += 1;
    },
    countSent(bytes) {
      counted.sentBytes += bytes;
    },
    countUnlock() {
      counted.unlocks += 1;
    },
    days(count) {
      save();
      const names = Array.from({ length: count }, (_, index) =>
        dayOf(clock() - (count - 1 - index) * dayLength),
      );
      const rows = new Map(select.all(names[0] ?? '').map((row) => [row.day, row]));
      return names.map((day) => rows.get(day) ?? { day, ...none() });
    },
    since: () => first.get() ?? null,
    save,
  };
}

const saveEvery = 60_000;

/** Saves what was counted once a minute, and at the end. */
export function keepTraffic(http: FastifyInstance, { save }: Traffic): void {
  const saving = setInterval(save, saveEvery).unref();
  http.addHook('onClose', async () => {
    clearInterval(saving);
    save();
  });
}

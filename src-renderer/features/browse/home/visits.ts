import { readRecords, type StoredList, writeRecords } from '../../../data/stored-list.ts';

/** How many models a catalogue had, and when (ISO 8601). */
type Look = { readonly at: string; readonly total: number };
type Kept = { readonly server: string; readonly last: Look; readonly before: Look | null };

export type Visits = {
  /** Records the current total. Returns the state at the end of the previous visit; null on the first. */
  look(total: number): Look | null;
  /** Called when the user has seen the new models. */
  see(total: number): void;
};

/** Milliseconds without a look after which a new visit starts. */
const pause = 6 * 60 * 60 * 1000;
/** Minimum milliseconds between two recorded looks. */
const often = 60_000;
const mostServers = 8;

/** Records the user's visits in this browser, per server. */
export function createVisits(place: StoredList, findServer: () => string, now = Date.now): Visits {
  const read = () => readRecords(place, toKept);
  const keep = (kept: Kept) => {
    const others = read().filter(({ server }) => server !== kept.server);
    writeRecords(place, [kept, ...others], mostServers);
  };
  const lookNow = (total: number): Look => ({ at: new Date(now()).toISOString(), total });
  return {
    look(total) {
      const server = findServer();
      const known = read().find((kept) => kept.server === server);
      const age = known === undefined ? Number.POSITIVE_INFINITY : now() - Date.parse(known.last.at);
      const before = (age > pause ? known?.last : known?.before) ?? null;
      if (age > often || known?.last.total !== total) keep({ server, last: lookNow(total), before });
      return before;
    },
    see: (total) => keep({ server: findServer(), last: lookNow(total), before: null }),
  };
}

function toLook(value: unknown): Look | null {
  const { at, total } = Object(value);
  return typeof total === 'number' && !Number.isNaN(Date.parse(at ?? '')) ? { at, total } : null;
}

function toKept({ server, ...looks }: Record<string, unknown>): Kept | null {
  const last = toLook(looks.last);
  return typeof server === 'string' && last !== null ? { server, last, before: toLook(looks.before) } : null;
}

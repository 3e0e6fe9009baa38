import { LRUCache } from 'lru-cache';
import { auditLog } from '../accounts/audit/audit-log.ts';
import { cacheBudgets } from '../base/cache-budgets.ts';
import { type Clock, toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { everyone } from '../base/store/account-store.ts';
import { change, selectAll } from '../base/store/steps.ts';
import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import type { DiscoveryQuery } from '../contract/catalogue/discovery-query.ts';
import type { SourceState, Source as Told } from '../contract/catalogue/sources.ts';
import { AppError } from '../contract/errors.ts';
import { besideEnglish, textOf, type Words } from '../contract/sentence.ts';
import { type AskSource, createAskSource } from './ask-source.ts';
import { createAssetFetchSource } from './assetfetch-source.ts';
import { createLodestockSource } from './lodestock-source.ts';
import { createPolyHavenSource } from './polyhaven-source.ts';
import { type Keep, type Source, SourceFault, type SourceHit } from './source.ts';
import { toForeignRecord, toTold } from './to-record.ts';

const makers = {
  lodestock: createLodestockSource,
  assetfetch: createAssetFetchSource,
  polyhaven: createPolyHavenSource,
} satisfies Record<string, (ask: AskSource, keep: Keep) => Source>;

/** Parameters that choose a page rather than models. */
const neutral = new Set(['q', 'query', 'limit', 'topK', 'offset', 'sort', 'sources']);
const keptFor = 5 * 60_000;

export type ForeignHit = { readonly record: ModelRecord; readonly source: Told; readonly place: number };
type Found = { readonly hits: readonly ForeignHit[]; readonly states: readonly SourceState[] };

type Parts = Pick<Core, 'config' | 'clock' | 'store'> & {
  /** The contact URL sent to sources. */
  readonly contact: () => string;
};

const readSwitches = selectAll<Record<string, never>, { readonly name: string; readonly value: string }>(
  `SELECT name, value FROM setting WHERE name LIKE 'source:%'`,
);
const saveSwitch = change<{ name: string; value: string }>(
  `INSERT INTO setting (name, value) VALUES (@name, @value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);

/** Shares answers of the sources between callers, and caches them for some minutes. */
function createKeep(clock: Clock) {
  const kept = new LRUCache<string, { readonly at: number; readonly answer: object }>({
    maxSize: cacheBudgets.foreignAnswers,
    sizeCalculation: ({ answer }) => JSON.stringify(answer).length * 2 + 200,
  });
  const asked = new Map<string, Promise<object>>();
  return (prefix: string): Keep => {
    return async <T extends object>(name: string, make: () => Promise<T>) => {
      const key = `${prefix} ${name}`;
      const known = kept.get(key);
      if (known !== undefined && clock() - known.at < keptFor) return known.answer as T;
      const running = asked.get(key) ?? make().finally(() => asked.delete(key));
      asked.set(key, running);
      const answer = await running;
      kept.set(key, { at: clock(), answer });
      return answer as T;
    };
  };
}

export type Sources = ReturnType<typeof createSources>;

export function createSources({ config, clock, store, contact }: Parts) {
  const { sourceDeadline } = config.tuning;
  const keepFor = createKeep(clock);
  const all = config.sources.map((settings) => {
    const ask = createAskSource(settings, clock, contact);
    const keep = keepFor(settings.id);
    const trouble: { reason: Words | null } = { reason: null };
    return { settings, ask, keep, trouble, source: makers[settings.kind](ask, keep) };
  });
  type One = (typeof all)[number];

  /** Sources that are on, by an admin's choice or else the settings. */
  const listOn = async (): Promise<ReadonlySet<string>> => {
    if (all.length === 0) return new Set();
    const chosen = new Map((await store.run(readSwitches({}))).map(({ name, value }) => [name, value]));
    const isOn = ({ settings: { id, on } }: One) =>
      (chosen.get(`source:${id}`) ?? (on ? 'on' : 'off')) === 'on';
    return new Set(all.filter(isOn).map(({ settings }) => settings.id));
  };
  const guarded = async <T>({ trouble }: One, work: () => Promise<T>): Promise<T> => {
    try {
      const answer = await work();
      trouble.reason = null;
      return answer;
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      if (!error.isMissing) trouble.reason = error.reason;
      throw error;
    }
  };

  const askOne = async (one: One, words: string, query: DiscoveryQuery) => {
    const { settings, source, keep } = one;
    const { id, name } = settings;
    const silent = (state: SourceState['state'], message: string) => ({
      ...{ hits: [], state: { id, name, state, found: 0, message } },
    });
    const given = Object.entries(query).filter(([key, value]) => value !== undefined && !neutral.has(key));
    const unknown = given.filter(([key]) => !source.filters.has(key));
    if (unknown.length > 0)
      return silent('unasked', 'The source cannot filter by what you chose. Remove filters to ask it.');
    const wanted = Object.fromEntries(given);
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), sourceDeadline).unref());
    try {
      const searching = guarded(one, () =>
        keep(`search ${words} ${JSON.stringify(wanted)}`, async () => [
          ...(await source.search({ ...wanted, words })),
        ]),
      );
      searching.catch(() => {}); // reported with the next search
      const hits = await Promise.race([searching, late]);
      if (hits === 'late')
        return silent('late', 'The source has not answered yet. Search again in a moment.');
      const told = hits.map((hit: SourceHit, place) => ({
        ...{ record: toForeignRecord(settings, hit), source: toTold(settings, hit), place },
      }));
      const found = hits.length;
      return { hits: told, state: { id, name, state: 'answered' as const, found, message: null } };
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      const { message, retryAfterSeconds } = error;
      if (retryAfterSeconds === null) return silent('failed', message);
      const { hits, state } = silent('waiting', message);
      return { hits, state: { ...state, retryAfterSeconds } };
    }
  };

  return {
    hasSome: async () => (await listOn()).size > 0,
    /** Queries all sources at once; keeps each one's order, with the best of every source first. */
    async search(query: DiscoveryQuery): Promise<Found> {
      const words = (query.q ?? query.query ?? '').trim();
      const on = await listOn();
      if (words === '' || on.size === 0) return { hits: [], states: [] };
      const answers = await Promise.all(
        all.filter(({ settings }) => on.has(settings.id)).map((one) => askOne(one, words, query)),
      );
      const hits = answers.flatMap((answer) => answer.hits).toSorted((a, b) => a.place - b.place);
      return { hits, states: answers.map(({ state }) => state) };
    },
    /** Uses a source that is on; throws SourceFault with its fault. */
    async use<T>(
      id: string,
      work: (source: Source, settings: One['settings']) => Promise<T>,
    ): Promise<T | null> {
      const one = all.find(({ settings }) => settings.id === id);
      if (one === undefined || !(await listOn()).has(id)) return null;
      return guarded(one, () => work(one.source, one.settings));
    },
    /** Throws NOT_FOUND. */
    async switch(id: string, on: boolean, actor: string) {
      if (!all.some(({ settings }) => settings.id === id))
        throw new AppError('NOT_FOUND', 'The settings have no such source. Reload the page.');
      const details = { source: id, on };
      const at = toIso(clock());
      await store.transaction(
        everyone,
        (function* () {
          yield* saveSwitch({ name: `source:${id}`, value: on ? 'on' : 'off' });
          yield* auditLog.note({ actor, action: 'source.switch', accountId: null, details, at });
        })(),
      );
    },
    /** For admins. */
    async list() {
      const on = await listOn();
      return all.map(({ settings: { id, name, kind, address, terms, credit, perMinute }, ask, trouble }) => ({
        ...{ id, name, kind, address, terms, credit, perMinute, requestsLeft: ask.requestsLeft() },
        isOn: on.has(id),
        trouble: trouble.reason && textOf(trouble.reason),
        ...besideEnglish(trouble.reason),
      }));
    },
  };
}

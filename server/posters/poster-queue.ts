import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { Db } from '../base/db/open-database.ts';
import { createJobs, type Job } from '../catalogue/jobs/jobs.ts';
import { lookedAtOnce, takeJob } from '../catalogue/jobs/take-job.ts';
import type { InventoryFile, Models } from '../catalogue/model/models.ts';
import type { PosterTimes } from '../config/tuning.ts';
import { AppError, wordsOfError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { PosterView } from '../contract/posters.ts';
import { sentence, type Words } from '../contract/sentence.ts';
import { createLeases, type Lease } from './leases.ts';
import { hashCandidates, lookVersion, pickCandidates } from './pick-candidates.ts';
import type { Pictures, PosterStore } from './poster-store.ts';
import { requirePictures } from './require-pictures.ts';

function createOwnPosters(db: Db) {
  const list = db
    .prepare<[number], string>('SELECT sha256 FROM own_poster WHERE model_id = ? ORDER BY size')
    .pluck();
  const refuse = db.prepare(
    `INSERT OR IGNORE INTO refused_poster (model_id, sha256, refused_at)
     SELECT model_id, sha256, ? FROM poster WHERE model_id = ?`,
  );
  // Rewrites the listing, because the model now shows another picture.
  const touch = db.prepare('UPDATE model SET poster_tag = poster_tag WHERE id = ?');
  return {
    /** SHA-256 of a model's own posters that were not refused. */
    list: (modelId: number) => list.all(modelId),
    /** Refuses all own posters of a model because they look like one of its textures. */
    refuse: db.transaction((modelId: number, at: string) => {
      refuse.run(at, modelId);
      touch.run(modelId);
    }),
  };
}

/** User-chosen cameras of posters, stored by guid so that they survive a model's absence. */
function createPosterViews(db: Db) {
  const find = db.prepare<[number], PosterView>(
    `SELECT azimuth, elevation FROM poster_view JOIN model ON model.guid = poster_view.guid WHERE model.id = ?`,
  );
  const put = db.prepare('INSERT OR REPLACE INTO poster_view (guid, azimuth, elevation) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM poster_view WHERE guid = ?');
  return {
    /** The camera that a user chose for a model's poster; null if none. */
    find: (modelId: number) => find.get(modelId) ?? null,
    /** Null restores the automatic choice. */
    set: (guid: string, view: PosterView | null) =>
      void (view === null ? remove.run(guid) : put.run(guid, view.azimuth, view.elevation)),
  };
}

/** A renderer that has not asked for this long does not draw. */
const restMs = 10_000;
/** How many of the most recently viewed models are rendered before the rest. */
const mostShown = 200;

export type Claim = {
  readonly lease: Lease;
  readonly candidates: readonly InventoryFile[];
  readonly inventory: readonly InventoryFile[];
  readonly view: PosterView | null;
};
type Drawn = { readonly id: number; readonly version: number };

export type PosterQueue = ReturnType<typeof createPosterQueue>;

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly models: Models;
  readonly store: PosterStore;
  readonly storage: Pick<Storage, 'explain'>;
  readonly times: PosterTimes;
  readonly parallel: number;
  /** Settles once listings show the change. */
  readonly onChange: () => Promise<void>;
  readonly onHang: (renderer: string) => void;
};

/** Decides which model gets its posters next, and handles the result of each attempt. */
export function createPosterQueue({ db, models, store, clock, storage, times, parallel, ...on }: Parts) {
  const jobs = createJobs(db, 'poster', () => lookVersion);
  const own = createOwnPosters(db);
  const views = createPosterViews(db);
  const find = db.prepare<[number], { version: number; posterTag: string | null }>(
    'SELECT version, poster_tag AS posterTag FROM model WHERE id = ? AND host IS NULL',
  );
  const shown = new LRUCache<number, true>({ max: mostShown });
  let hung = 0;
  let askedAt = Number.NEGATIVE_INFINITY;

  const fail = ({ modelId, attempts }: Lease, reason: Words) => {
    const tried = attempts + 1;
    if (tried >= limits.poster.attempts) jobs.giveUp(modelId, reason, toIso(clock()));
    else jobs.retryAt(modelId, clock() + times.retry * tried, reason);
  };
  /** Ignores failed writes: an unrecorded job is due again when its lease ends. */
  const unlessUnwritable = (change: () => void) => {
    try {
      change();
    } catch (error) {
      if (storage.explain(error) === error) throw error;
    }
  };
  const leases = createLeases({
    timeoutMs: times.timeout + times.grace,
    onExpire(lease) {
      hung += 1;
      const reason = sentence`Drawing it took longer than ${{ seconds: times.timeout / 1000 }} seconds.`;
      unlessUnwritable(() => fail(lease, reason));
      on.onHang(lease.renderer);
    },
  });
  const requireLease = (token: string, renderer: string) => {
    const lease = leases.take(token, renderer);
    if (lease) return lease;
    throw new AppError(
      'NOT_FOUND',
      'This job has ended: it was delivered, took too long, or was reassigned.',
    );
  };
  const isDue = () => (jobs.nextDueAt() ?? Number.POSITIVE_INFINITY) <= clock();
  const read = (modelId: number) => {
    const inventory = models.files(modelId);
    const candidates = pickCandidates(inventory);
    const view = views.find(modelId);
    return { inventory, candidates, view, wantedHash: hashCandidates(candidates, inventory, view) };
  };

  const listNext = (): readonly Job[] => {
    const waiting = [...shown.keys()].flatMap((modelId) => jobs.ofModel(modelId) ?? []);
    // Retries failed models only if no untried one is waiting.
    const seen = waiting.filter(({ attempts }) => attempts === 0);
    return seen.length > 0 ? seen : jobs.due(clock(), { limit: lookedAtOnce });
  };
  /** The work left for a model; null if there is none, which settles the job. */
  const open = (job: Job, renderer: string): Claim | null => {
    const { modelId } = job;
    const found = read(modelId);
    const ownHash = own.list(modelId).join(' ');
    const isOwnCheck = ownHash !== '' && found.inventory.some(({ role }) => role === 'texture');
    const wantedHash = ownHash === '' ? found.wantedHash : ownHash;
    const settle = (state: 'done' | 'none') => {
      if (ownHash !== '' || state === 'none') store.unassign(modelId);
      jobs.settle(modelId, state, wantedHash);
      return null;
    };
    // f3d may draw models without candidates.
    if (ownHash === '' && found.candidates.length === 0) return settle('none');
    if (job.source === wantedHash || (ownHash !== '' && !isOwnCheck)) return settle('done');
    if (job.attempts >= limits.poster.attempts) {
      jobs.giveUp(modelId, 'The server stopped each time while it was drawn.', toIso(clock()));
      return null;
    }
    jobs.begin(modelId, clock() + times.timeout + times.grace);
    return { ...found, lease: leases.give({ ...job, renderer, wantedHash, isOwnCheck }) };
  };

  return {
    /** Called with each model that was shown without a poster; the latest is drawn first. */
    show: (modelId: number) => void shown.set(modelId, true),
    resume() {
      jobs.resume();
      jobs.renew(store.sweep());
    },
    /** The next job for a renderer; null if there is none, or others hold the maximum. */
    async claim(renderer: string): Promise<Claim | null> {
      askedAt = clock();
      while (leases.list().length < parallel) {
        const claim = takeJob(db, listNext(), (job) => open(job, renderer));
        if (claim !== 'more') return claim;
        await nextTurn();
      }
      return null;
    },
    /** Stores the pictures of a job; false if the model has changed since, so that it waits again. */
    async deliver(token: string, renderer: string, pictures: Pictures): Promise<boolean> {
      const lease = requireLease(token, renderer);
      const { modelId, wantedHash } = lease;
      try {
        requirePictures(pictures, new Set(models.files(modelId).map(({ sha256 }) => sha256)));
      } catch (error) {
        fail(lease, wordsOfError(error));
        throw error;
      }
      const written = await store.write(pictures);
      const isUsed = db
        .transaction(() => {
          const isSame = read(modelId).wantedHash === wantedHash && own.list(modelId).length === 0;
          if (!isSame) return false;
          store.assign(modelId, written);
          jobs.settle(modelId, 'done', wantedHash);
          return true;
        })
        .immediate();
      if (isUsed) await on.onChange();
      return isUsed;
    },
    /** Stores a page's picture; its job keeps waiting. False if the model has a poster by now, or another version. */
    async handIn(model: Drawn, pictures: Pictures): Promise<boolean> {
      const isFree = () => {
        const now = find.get(model.id);
        return now?.version === model.version && now.posterTag === null && own.list(model.id).length === 0;
      };
      if (!isFree()) return false;
      const written = await store.write(pictures);
      const isUsed = db
        .transaction(() => {
          if (!isFree()) return false;
          store.assign(model.id, written, true);
          return true;
        })
        .immediate();
      if (isUsed) await on.onChange();
      return isUsed;
    },
    /** Stores the verdict on users' own posters. */
    async keepOwn(token: string, renderer: string, isTexture: boolean): Promise<void> {
      const lease = requireLease(token, renderer);
      const { modelId, wantedHash } = lease;
      if (!lease.isOwnCheck || own.list(modelId).join(' ') !== wantedHash) {
        jobs.retryAt(modelId, 0);
        return;
      }
      db.transaction(() => {
        store.unassign(modelId);
        if (isTexture) own.refuse(modelId, toIso(clock()));
        else jobs.settle(modelId, 'done', wantedHash);
        if (isTexture) jobs.renew([modelId]);
      }).immediate();
      if (isTexture) await on.onChange();
    },
    fail: (token: string, renderer: string, reason: string) => fail(requireLease(token, renderer), reason),
    /** A renderer is lost: its jobs fail with this reason. Returns their number. */
    lose(renderer: string, reason: string): number {
      const lost = leases.takeAll(renderer);
      unlessUnwritable(() => {
        for (const lease of lost) fail(lease, reason);
      });
      return lost.length;
    },
    /** A renderer is closed on purpose: its jobs wait again, without counting as attempts. */
    release(renderer: string): void {
      const held = leases.takeAll(renderer);
      unlessUnwritable(() => {
        for (const { modelId } of held) jobs.takeBack(modelId);
      });
    },
    counts: jobs.counts,
    isDue,
    /** Whether a renderer is drawing, or asked for a job a moment ago and one is waiting. */
    isWanted: () => leases.list().length > 0 || (clock() - askedAt < restMs && isDue()),
    failures: jobs.failures,
    retryFailed: jobs.retryFailed,
    redraw: jobs.ask,
    /** Sets the camera of a model's poster; false if the model has its own posters. */
    setView(modelId: number, guid: string, view: PosterView | null): boolean {
      if (own.list(modelId).length > 0) return false;
      db.transaction(() => {
        views.set(guid, view);
        jobs.ask([modelId]);
      }).immediate();
      return true;
    },
    running: () => leases.list().map(({ guid, title }) => ({ guid, title })),
    hung: () => hung,
    close: leases.close,
  };
}

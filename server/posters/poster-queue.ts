import { LRUCache } from 'lru-cache';
import { type Clock, toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Storage } from '../base/storage/storage.ts';
import type { InventoryFile, Models } from '../catalogue/model/models.ts';
import type { PosterTimes } from '../config/tuning.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { PosterView } from '../contract/posters.ts';
import { createLeases, type Lease } from './leases.ts';
import { createOwnPosters } from './own-posters.ts';
import { hashCandidates, lookVersion, pickCandidates } from './pick-candidates.ts';
import { createPosterJobs, type WaitingJob } from './poster-jobs.ts';
import type { Pictures, PosterStore } from './poster-store.ts';
import { createPosterViews } from './poster-views.ts';
import { requirePictures } from './require-pictures.ts';

type ShownModels = {
  /** Models that a listing or page just showed without a poster. */
  add(modelId: number): void;
  remove(modelId: number): void;
  /** The last shown first. */
  list(): Iterable<number>;
};

const mostShown = 200;

/** Remembers what people look at, so that it is rendered before the rest. */
function createShownModels(): ShownModels {
  const shown = new LRUCache<number, true>({ max: mostShown });
  return {
    add: (modelId) => void shown.set(modelId, true),
    remove: (modelId) => void shown.delete(modelId),
    list: () => [...shown.keys()],
  };
}

export type Claim = {
  readonly lease: Lease;
  readonly candidates: readonly InventoryFile[];
  readonly inventory: readonly InventoryFile[];
  readonly view: PosterView | null;
};
/** A model as a page drew it. */
type Drawn = { readonly id: number; readonly version: number };

export type PosterQueue = ReturnType<typeof createPosterQueue>;

type Parts = {
  readonly db: Db;
  readonly models: Models;
  readonly store: PosterStore;
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'explain'>;
  readonly times: PosterTimes;
  /** Jobs that may be held at the same time. */
  readonly parallel: number;
  /** Settles when listings show it. */
  readonly onChange: () => Promise<void>;
  readonly onHang: (renderer: string) => void;
};

const settledAtOnce = 200;

/** Which model gets its posters next, and what becomes of each attempt. */
export function createPosterQueue({ db, models, store, clock, storage, times, parallel, ...on }: Parts) {
  const jobs = createPosterJobs(db, lookVersion);
  const own = createOwnPosters(db);
  const views = createPosterViews(db);
  const find = db.prepare<[number], { version: number; posterTag: string | null }>(
    'SELECT version, poster_tag AS posterTag FROM model WHERE id = ? AND host IS NULL',
  );
  const shown = createShownModels();
  let hung = 0;

  const fail = ({ modelId, attempts }: Lease, reason: string) => {
    const tried = attempts + 1;
    if (tried >= limits.poster.attempts) jobs.giveUp(modelId, reason, toIso(clock()));
    else jobs.retryAt(modelId, clock() + times.retry * tried, reason);
  };
  /** What nobody waits for: a job that was not written down is due again when its time is over. */
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
      unlessUnwritable(() => fail(lease, `Drawing it took longer than ${times.timeout / 1000} seconds.`));
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
  const read = (modelId: number) => {
    const inventory = models.files(modelId);
    const candidates = pickCandidates(inventory);
    const view = views.find(modelId);
    return { inventory, candidates, view, wantedHash: hashCandidates(candidates, inventory, view) };
  };

  /** What is to be done for a model; null when nothing is, which is then settled. */
  const open = (job: WaitingJob, renderer: string): Claim | null => {
    const { modelId } = job;
    const found = read(modelId);
    const ownHash = own.list(modelId).join(' ');
    const isOwnCheck = ownHash !== '' && found.inventory.some(({ role }) => role === 'texture');
    const wantedHash = ownHash === '' ? found.wantedHash : ownHash;
    const settle = (state: 'done' | 'none') => {
      db.transaction(() => {
        if (ownHash !== '' || state === 'none') store.unassign(modelId);
        jobs.settle(modelId, state, wantedHash);
      }).immediate();
      return null;
    };
    if (job.sourceHash === wantedHash || (ownHash !== '' && !isOwnCheck)) return settle('done');
    if (ownHash === '' && found.candidates.length === 0) return settle('none');
    if (job.attempts >= limits.poster.attempts) {
      jobs.giveUp(modelId, 'The server stopped each time while it was drawn.', toIso(clock()));
      return null;
    }
    jobs.begin(modelId, clock() + times.timeout + times.grace);
    return { ...found, lease: leases.give({ ...job, renderer, wantedHash, isOwnCheck }) };
  };

  return {
    shown,
    resume() {
      jobs.resume(lookVersion);
      jobs.renew(store.sweep());
    },
    /** The next job for a renderer; null while there is none, or others hold as many as may be. */
    claim(renderer: string): Claim | null {
      if (leases.list().length >= parallel) return null;
      for (let settled = 0; settled < settledAtOnce; settled += 1) {
        const job = jobs.next(clock(), shown.list());
        const claim = job && open(job, renderer);
        if (job === null || claim) return claim;
      }
      return null;
    },
    /** Takes the pictures of a job in; false when the model changed meanwhile, which then waits again. */
    async deliver(token: string, renderer: string, pictures: Pictures): Promise<boolean> {
      const lease = requireLease(token, renderer);
      const { modelId, wantedHash } = lease;
      try {
        requirePictures(pictures, new Set(models.files(modelId).map(({ sha256 }) => sha256)));
      } catch (error) {
        fail(lease, error instanceof Error ? error.message : String(error));
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
    /**
     * Takes a picture that a page drew; false where the model has a poster by now, or is another version. Its job continues
     * waiting for a renderer.
     */
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
    /** What looking at people's own posters showed. */
    async keepOwn(token: string, renderer: string, isTexture: boolean): Promise<void> {
      const lease = requireLease(token, renderer);
      const { modelId, wantedHash } = lease;
      if (!lease.isOwnCheck || own.list(modelId).join(' ') !== wantedHash) {
        jobs.retryAt(modelId, 0, null);
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
    /** A renderer is gone: what it held fails with this reason. How many that were. */
    lose(renderer: string, reason: string): number {
      const lost = leases.takeAll(renderer);
      unlessUnwritable(() => {
        for (const lease of lost) fail(lease, reason);
      });
      return lost.length;
    },
    /** A renderer is closed on purpose: what it held waits again, and no attempt is counted. */
    release(renderer: string): void {
      const held = leases.takeAll(renderer);
      unlessUnwritable(() => {
        for (const { modelId } of held) jobs.takeBack(modelId);
      });
    },
    counts: jobs.counts,
    nextDueAt: jobs.nextDueAt,
    failures: jobs.failures,
    retryFailed: jobs.retryFailed,
    redraw: jobs.renew,
    /** Has a model shown from another side; false where people's own pictures show it. */
    setView(modelId: number, guid: string, view: PosterView | null): boolean {
      if (own.list(modelId).length > 0) return false;
      db.transaction(() => {
        views.set(guid, view);
        jobs.renew([modelId]);
      }).immediate();
      return true;
    },
    running: () => leases.list().map(({ guid, title }) => ({ guid, title })),
    hung: () => hung,
    close: leases.close,
  };
}

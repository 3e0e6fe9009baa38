import type { Db } from '../../../../base/db/open-database.ts';
import { buildSegment } from '../build/build-segment.ts';
import { addLooks, sumLooks } from '../build/look.ts';
import { createModelSource } from '../build/model-source.ts';
import { openSegment, type Segment } from '../segment/segment.ts';
import { createJournal } from './journal.ts';
import { loadSnapshot, saveSnapshot } from './snapshot.ts';

/** An index of the catalogue: a large part, what changed since, and marks on outdated models in the large part. */
export type IndexState = {
  readonly base: SharedArrayBuffer;
  /** The last change included in `base`. */
  readonly baseSeq: number;
  readonly delta: SharedArrayBuffer | null;
  readonly dead: SharedArrayBuffer | null;
  /** The last change included in the index. */
  readonly seq: number;
  readonly changed: number;
  readonly models: number;
  /** A sum over all listed content, independent of the order of changes. */
  readonly content: number;
  /** Why the large part could not be saved; absent if it was, or need not be. */
  readonly saveFault?: string;
};

type Watch = {
  /** A rebuild is aborted once this returns true. */
  readonly isEnding?: () => boolean;
  /** Called with the progress of a rebuild, in percent. */
  readonly onProgress?: (percent: number) => void;
  /** Smallest number of models for a head; default 4096. */
  readonly fewestOfHead?: number;
};

/** Share of a rebuild spent on reading models; the rest is spent on building the index. */
const readingPercent = 80;

export function createIndexBuilder(db: Db, snapshotFile: string | null, watch: Watch = {}) {
  const { isEnding = () => false, onProgress = () => {}, fewestOfHead } = watch;
  const journal = createJournal(db);
  const source = createModelSource(db);
  function* readAll() {
    const total = source.count();
    let done = 0;
    for (const model of source.all()) {
      if (isEnding()) throw new Error('The index is closed while it is built.');
      onProgress(Math.floor((readingPercent * done++) / total));
      yield model;
    }
    onProgress(readingPercent);
  }
  let opened: Segment | null = null;

  const open = (base: SharedArrayBuffer): Segment => {
    if (opened?.buffer !== base) opened = openSegment(base);
    return opened;
  };
  const markDead = (base: SharedArrayBuffer, ids: readonly number[]) => {
    const { modelIds } = open(base);
    const changed = new Set(ids);
    const dead = new SharedArrayBuffer(modelIds.length);
    const marks = new Uint8Array(dead);
    for (let doc = 0; doc < modelIds.length; doc++) if (changed.has(modelIds[doc] ?? 0)) marks[doc] = 1;
    return marks.includes(1) ? dead : null;
  };

  return {
    catalogueId: journal.catalogueId,
    load(): IndexState | null {
      if (snapshotFile === null) return null;
      const saved = loadSnapshot(snapshotFile, journal.catalogueId);
      if (saved === null || saved.seq > journal.last() || saved.seq < journal.floor()) return null;
      const { models } = open(saved.buffer).facts;
      return {
        base: saved.buffer,
        baseSeq: saved.seq,
        delta: null,
        dead: null,
        seq: saved.seq,
        changed: 0,
        models,
        content: sumLooks(open(saved.buffer).looks),
      };
    },
    /** Reads the whole catalogue in one snapshot. */
    rebuild(): IndexState {
      const build = db.transaction(() => ({
        seq: journal.last(),
        segment: buildSegment(readAll(), { fewestOfHead }),
      }));
      const { seq, segment } = build.deferred();
      return {
        base: segment.buffer,
        baseSeq: seq,
        delta: null,
        dead: null,
        seq,
        changed: 0,
        models: segment.facts.models,
        content: sumLooks(segment.looks),
      };
    },
    save({ base, baseSeq }: IndexState) {
      if (snapshotFile === null) return;
      saveSnapshot(snapshotFile, { catalogueId: journal.catalogueId, seq: baseSeq, buffer: base });
      journal.forget(baseSeq);
    },
    /** Applies what was committed since; null if the changes are no longer recorded and only a rebuild helps. */
    update(state: IndexState): IndexState | null {
      const read = db.transaction(() => {
        const seq = journal.last();
        if (seq === state.seq) return { seq, ids: null, models: [] };
        if (journal.floor() > state.baseSeq) return null;
        const ids = journal.changedSince(state.baseSeq);
        return { seq, ids, models: source.some(ids) };
      });
      const now = read.deferred();
      if (now === null || now.ids === null) return now && state;
      const segment = open(state.base);
      const delta = now.models.length === 0 ? null : buildSegment(now.models, { base: segment });
      const dead = markDead(state.base, now.ids);
      const kept = sumLooks(segment.looks, dead && new Uint8Array(dead));
      return {
        ...state,
        delta: delta?.buffer ?? null,
        dead,
        content: delta === null ? kept : addLooks(kept, sumLooks(delta.looks)),
        seq: now.seq,
        changed: now.ids.length,
        models: segment.facts.models + now.models.length,
      };
    },
  };
}
export type IndexBuilder = ReturnType<typeof createIndexBuilder>;

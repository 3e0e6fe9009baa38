import type { Db } from '../../../../base/db/open-database.ts';
import { buildSegment } from '../build/build-segment.ts';
import { addLooks, sumLooks } from '../build/look.ts';
import { createModelSource } from '../build/model-source.ts';
import { openSegment, type Segment } from '../segment/segment.ts';
import { createJournal } from './journal.ts';
import { loadSnapshot, saveSnapshot } from './snapshot.ts';

/** An index of the catalogue: a large part, what changed since, and marks of what is no longer true in the large part. */
export type IndexState = {
  readonly base: SharedArrayBuffer;
  /** The last change that `base` holds. */
  readonly baseSeq: number;
  readonly delta: SharedArrayBuffer | null;
  readonly dead: SharedArrayBuffer | null;
  /** The last change that the whole holds. */
  readonly seq: number;
  readonly changed: number;
  readonly models: number;
  /** One number for what is listed, the same in whatever order it came here. */
  readonly content: number;
  /** Why the large part could not be saved; absent when it was, or needs not be. */
  readonly saveFault?: string;
};

type Watch = {
  /** A rebuild breaks off when this says so. */
  readonly isEnding?: () => boolean;
  /** Told how much of a rebuild is done, in percent. */
  readonly onProgress?: (percent: number) => void;
  /** The fewest models that make a head; default some thousands. */
  readonly fewestOfHead?: number;
};

/** Reading the models takes about this much of a rebuild; then the index is put together. */
const readingPercent = 80;

/** Makes and updates the index of the catalogue in a database. */
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
    /** The saved index, or null when it cannot serve. */
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
    /** Reads the whole catalogue as of one moment. */
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
    /** Takes over what was committed since; null when the changes are no longer known and only a rebuild helps. */
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

import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import type { ModelData } from '../../catalogue/model/model-data.ts';
import type { CatalogueWriter } from '../../catalogue/write/catalogue-writer.ts';
import { type Problem, type Problems, toProblem } from '../../catalogue/write/problems.ts';
import { sentence } from '../../contract/sentence.ts';
import { createChunkLists } from '../../files/chunks/chunk-lists.ts';
import type { Waiting } from '../corrections/waiting.ts';
import type { FolderMemory } from './folders/folder-memory.ts';
import { nameDoubles } from './identity/name-doubles.ts';
import { letOthersWrite, longestHold } from './take-turns.ts';
import type { BlendFile, LargeFile, Picture, Recognised } from './visit.ts';

/** Everything that one visit changes. Written in one transaction, so that a crash leaves it complete or undone. */
export type Change = {
  readonly folder: string;
  readonly problems: readonly Problem[];
  readonly read?: {
    readonly stamp: string;
    readonly facts: string;
    readonly ownFields: readonly string[];
    readonly recognised: Recognised | null;
    readonly models: readonly TakenModel[];
    readonly waiting: readonly TakenModel[];
    readonly largeFiles: readonly LargeFile[];
    readonly blendFiles: readonly BlendFile[];
    readonly pictures: readonly Picture[];
  };
};

/** `content` is set for a recognised model, and its guid is stored under it. */
export type TakenModel = { readonly model: ModelData; readonly content?: string };

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly writer: CatalogueWriter;
  readonly memory: FolderMemory;
  readonly problems: Problems;
  readonly waiting: Waiting;
  readonly onCommit: () => void;
};

const toTakenReason = (host: string) =>
  sentence`It has the same guid as a model of the file host ${{ host }}, so it is not published. Change the guid of one of them.`;

const mostChanges = 256;
const longestWait = 100;

/** Batches changes, but not for long: a model is published at most 100 ms after it was read. */
export function createWriteBatch({
  db,
  writer,
  memory,
  waiting,
  problems: problemList,
  clock,
  onCommit,
}: Parts) {
  const chunkLists = createChunkLists(db);
  const keepBlend = db.prepare(
    'INSERT OR REPLACE INTO blend_file (sha256, version, assets) VALUES (?, ?, ?)',
  );
  const keepPicture = db.prepare('INSERT OR REPLACE INTO sketch (tag, picture) VALUES (?, ?)');
  /** Most folders have no problem and had none, which saves a write. */
  const troubled = new Set(problemList.folders());
  const holding = new Set(waiting.units());
  let changes: Change[] = [];
  let changed = 0;
  const titles = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  const keepContent = db.prepare('INSERT OR REPLACE INTO recognised_content (content, guid) VALUES (?, ?)');

  function describe(folder: string, problems: readonly Problem[]): void {
    if (problems.length > 0 || troubled.has(folder)) problemList.replace(folder, problems, toIso(clock()));
    if (problems.length > 0) troubled.add(folder);
  }

  /** Returns a problem for each model that cannot be published because its guid belongs to a file host. */
  function put(models: readonly TakenModel[]): Problem[] {
    return models.flatMap(({ model, content }): Problem[] => {
      const host = writer.findHost(model.guid);
      if (host !== null) return [toProblem(model.folder, 'duplicate', toTakenReason(host))];
      if (writer.put(model)) {
        changed += 1;
        titles.add(model.title);
      }
      if (content !== undefined) keepContent.run(content, model.guid);
      return [];
    });
  }

  /** Skips most folders: they have no waiting model and had none. */
  function hold(folder: string, models: readonly TakenModel[]): void {
    if (models.length === 0 && !holding.has(folder)) return;
    waiting.replace(
      folder,
      models.map(({ model }) => model),
    );
    for (const { model, content } of models) if (content !== undefined) keepContent.run(content, model.guid);
    holding.add(folder);
  }

  function write({ folder, problems: found, read }: Change): void {
    if (read) {
      for (const { sha256, leaves } of read.largeFiles) chunkLists.keep(sha256, leaves);
      for (const { sha256, blend } of read.blendFiles)
        keepBlend.run(sha256, blend.version, JSON.stringify(blend.assets));
      for (const { tag, picture } of read.pictures) keepPicture.run(tag, picture);
      memory.save(folder, read);
      hold(folder, read.waiting);
    }
    describe(folder, [...found, ...put(read?.models ?? [])]);
  }

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (changes.length === 0) return;
    const before = changed;
    while (changes.length > 0) {
      commitSome();
      if (changes.length > 0) letOthersWrite();
    }
    if (changed > before) onCommit();
  }

  function commitSome(): void {
    const end = performance.now() + longestHold;
    let written = 0;
    writer.transaction(() => {
      for (const change of changes) {
        write(change);
        written += 1;
        if (performance.now() > end) break;
      }
    });
    changes = changes.slice(written);
  }

  function flushInTime(): void {
    try {
      flush();
    } catch {
      // The changes are kept; the next flush reports the error to the scan.
    }
  }

  return {
    add(change: Change) {
      changes.push(change);
      if (changes.length >= mostChanges) flush();
      else timer ??= setTimeout(flushInTime, longestWait);
    },
    flush,
    changed: () => changed,
    /** Makes shared titles distinct, of all models or of those it wrote; call it last. Returns how many changed. */
    nameDoubles: (ofAll: boolean) => (changed > 0 ? nameDoubles(db, ofAll ? null : titles) : 0),
    close() {
      if (timer) clearTimeout(timer);
    },
  };
}

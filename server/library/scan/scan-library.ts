import path from 'node:path';
import { toIso } from '../../base/clock.ts';
import { createScanWriter } from '../../catalogue/write/catalogue-writer.ts';
import { openModelIdentities } from '../../catalogue/write/model-identities.ts';
import { createProblems, toProblem } from '../../catalogue/write/problems.ts';
import { plainPlaces } from '../../files/library-places.ts';
import { isPublished, openPublishedPlaces } from '../../files/published-places.ts';
import { openArchiveMemory } from '../archives/archive-memory.ts';
import { openEdits, openHidden } from '../corrections/edits.ts';
import { readRules } from '../corrections/rules.ts';
import { openWaiting } from '../corrections/waiting.ts';
import { isArchive } from '../recognise/scene-files.ts';
import { createVisits, type Looked } from './create-visits.ts';
import { openFolderMemory, openRereads } from './folders/folder-memory.ts';
import { removeNestedFolders } from './folders/remove-nested-folders.ts';
import { createSettling } from './folders/settling.ts';
import { createGuidRegistry } from './identity/guid-registry.ts';
import { createKnownModels } from './identity/known-models.ts';
import { createTwins } from './identity/twins-in-library.ts';
import { isStillAt } from './is-still-at.ts';
import { createPackedTextures } from './model/packed-textures.ts';
import { createSharedAbove, toVisited } from './model/shared-above.ts';
import { createArchives, type OpenedArchive } from './open-archives.ts';
import { createPresence, whyKept } from './presence.ts';
import type { ScanOptions, ScanResult } from './scan-options.ts';
import { takeModel, takeUnit } from './take-model.ts';
import { writeInTurns } from './take-turns.ts';
import type { ReadModel, ReadUnit, Visited } from './visit.ts';
import { workThrough } from './work-through.ts';
import { createWriteBatch } from './write-batch.ts';
import { writeSidecars } from './write-sidecars.ts';

const visitsAtOnce = 512;
/**
 * Brings the catalogue in line with the library folder. A bad model never stops the scan. If the library or a folder in
 * it cannot be read or is suddenly empty, like an unmounted share, its models stay as they were.
 */
export async function scanLibrary(options: ScanOptions): Promise<ScanResult> {
  const scan = openScan(options);
  const { batch, presence, problems, writer } = scan;
  try {
    const isWhole = options.only === undefined;
    const touched = [...(options.only ?? []), ...scan.rereads.folders()].map((folder) =>
      options.isRecognising === false ? folder : scan.rules.toVisited(toVisited(folder)),
    );
    const roots = isWhole ? [''] : removeNestedFolders(touched.map(scan.toTurned));
    await workThrough(roots, visitsAtOnce, scan.look);
    if (isWhole) scan.guardAgainstEmptiness();
    if (isWhole) await workThrough(scan.published.list(), visitsAtOnce, scan.look);
    batch.flush();
    scan.rereads.settle();
    const leaving = presence.leaving(roots);
    const unseen = presence.unseen(problems.folders(), roots);
    writeInTurns(writer, [
      ...leaving.guids.map((guid) => () => scan.remove(guid)),
      ...leaving.folders.map((folder) => () => scan.forget(folder)),
      ...unseen.map((folder) => () => problems.replace(folder, [], toIso(options.clock()))),
    ]);
    for (const place of presence.unseen(scan.archives.places(), roots)) scan.archives.forget(place);
    scan.archives.tidy();
    if (leaving.guids.length + batch.nameDoubles(isWhole) > 0) options.onCommit?.();
    const result = {
      models: scan.known.count(),
      changed: batch.changed(),
      removed: leaving.guids.length,
      problems: problems.list().length,
    };
    options.onPublished?.(result);
    if (options.isKeepingGuids !== false)
      await writeSidecars(scan.fresh, { ...options, memory: scan.memory, writer });
    return result;
  } finally {
    batch.close();
  }
}

function openScan(options: ScanOptions) {
  const { db, libraryDir, clock, settling = createSettling(0, clock), isRecognising = true } = options;
  const { unpackedDir = path.join(path.dirname(db.name), 'unpacked') } = options;
  const writer = createScanWriter(db, clock);
  const memory = openFolderMemory(db);
  const problems = createProblems(db);
  const rereads = openRereads(db, memory, options.isReadingAgain);
  const identities = openModelIdentities(db);
  const isWhole = options.only === undefined;
  if (isWhole) identities.complete();
  const known = createKnownModels(db, isWhole);
  const published = openPublishedPlaces(db, path.join(path.dirname(db.name), 'published'));
  const archiveMemory = openArchiveMemory(db);
  const archives = createArchives({ ...options, unpackedDir, settling, memory: archiveMemory, published });
  const placesBefore = (place: string) => plainPlaces(libraryDir, archives.unpackedBefore(place));
  const registry = createGuidRegistry({
    known,
    isStillAt: (folder, guid) =>
      isStillAt((place) => placesBefore(place).toDisk(place), { folder, guid, scenes: known.scenesOf(guid) }),
  });
  const presence = createPresence(registry, memory);
  const onCommit = () => options.onCommit?.();
  const waiting = openWaiting(db);
  const batch = createWriteBatch({ db, writer, memory, problems, waiting, clock, onCommit });
  const fresh: { folder: string; guid: string; stamp: string }[] = [];
  const shallow = new Set<string>();
  const toDisk = (place: string) => plainPlaces(libraryDir, archives.unpackedAround(place)).toDisk(place);
  const sharedAbove = createSharedAbove(toDisk, options.ones ?? new Set());
  const onOpened = (place: string, opened: OpenedArchive) => {
    presence.see(place);
    batch.add({ folder: place, problems: opened.kind === 'open' ? opened.problems : [] });
  };
  const twins = createTwins({ open: archives.open, onOpened, onClosed: passBy });
  const packed = createPackedTextures({
    ...{ open: archives.open, onOpened, toDisk, places: archives.places() },
  });
  const beneath = (folder: string, { beneath: folders = [], archives: packed = [], ...visited }: Visited) => [
    ...folders,
    ...packed,
    ...twins.note(folder, visited.twins),
  ];
  let done = 0;

  const edits = openEdits(db);
  const rules = readRules(db);
  const { anew, review = false } = options;
  const hidden = openHidden(db);
  const isNew = (guid: string) => known.folderOf(guid) === undefined && !waiting.isApproved(guid);
  const isHeldAt = (model: string) => {
    const guid = waiting.guidAt(model);
    return guid !== undefined && (review || hidden.has(guid));
  };
  const visitKnown = createVisits(options, {
    ...{ memory, settling, sharedAbove, rules, unpackedAround: archives.unpackedAround },
    unpackedBefore: archives.unpackedBefore,
    packedIn: packed.in,
    twinsAt: twins.at,
    isAnew: (folder) => anew?.has(folder) === true,
    rereadsIn: rereads.in,
    isTaken: (model) => registry.isListed(model) || isHeldAt(model),
  });
  const editOf = (guid: string) => {
    const { priceUsd, ...edit } = edits.find(guid) ?? {};
    return priceUsd === undefined || options.defaultPriceCents === null ? edit : { ...edit, priceUsd };
  };
  // A model in topology folders is published unless it is hidden; a recognised one may wait for its first approval.
  const modelContext = { registry, editOf, isWaiting: hidden.has };
  const isHeldBack = (guid: string) => hidden.has(guid) || (review && isNew(guid));
  const unitContext = { ...modelContext, isWaiting: isHeldBack };

  function keepBeneath(...problem: Parameters<typeof toProblem>): readonly string[] {
    const [folder] = problem;
    presence.keepBeneath(folder);
    batch.add({ folder, problems: [toProblem(...problem)] });
    return [];
  }

  /** Keeps all models of an unreadable folder for which no visit is stored. */
  function keepLost(folder: string): void {
    if (known.hasLost) presence.keepBeneath(folder);
  }

  function take(folder: string, read: ReadModel): readonly string[] {
    settling.forget(folder);
    const taken = takeModel(folder, read, isPublished(folder) ? unitContext : modelContext);
    presence.see(folder);
    if (taken.isKept) presence.keep(folder);
    else if (read.isHeld || taken.isHidden) presence.holdBack(folder);
    if (taken.model && !taken.isHidden) presence.add(folder, taken.model.guid);
    if (taken.model && taken.isFresh) fresh.push({ folder, guid: taken.model.guid, stamp: read.stamp });
    batch.add(taken.change);
    return [];
  }

  function takeModels(
    folder: string,
    read: ReadUnit & Visited,
    before: readonly string[],
  ): readonly string[] {
    settling.forget(folder);
    const taken = takeUnit(folder, read, { ...unitContext, before });
    presence.see(folder);
    if (read.isPartial) keepLost(folder);
    if (read.isHeld || taken.isAnyWaiting) presence.holdBack(folder);
    for (const model of taken.kept) presence.keep(model);
    for (const { folder: place, guid } of taken.models) presence.add(place, guid);
    batch.add(taken.change);
    return beneath(folder, read);
  }

  function goneAt(folder: string): readonly string[] {
    if (isPublished(folder))
      return published.around(folder).length === 0 ? [] : keepBeneath(folder, 'missing', whyKept.lost);
    if (folder === '') return keepBeneath('', 'missing', `The library folder is not there. ${whyKept.gone}`);
    settling.forget(folder);
    // A folder that vanished with all its siblings was unmounted, not deleted.
    const parent = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    if (presence.isSeen(parent)) return [];
    shallow.add(parent);
    return [parent];
  }

  function keepAsItIs(folder: string, { visited, before }: Looked): readonly string[] {
    presence.see(folder);
    if (before === null) keepLost(folder);
    for (const model of before?.recognised?.models ?? [folder]) presence.keep(model);
    if (visited.kind === 'unsettled') settling.note(folder, visited.stamp);
    else settling.forget(folder);
    return beneath(folder, visited);
  }

  function takeContainer(
    folder: string,
    visited: Extract<Visited, { kind: 'container' }>,
  ): readonly string[] {
    const { isEmpty, problems: found, folders } = visited;
    if (isEmpty && archives.unpackedAround(folder).length === 0 && registry.hasBeneath(folder))
      return keepBeneath(folder, 'missing', `This folder had models and is now empty. ${whyKept.gone}`);
    presence.see(folder);
    batch.add({ folder, problems: found });
    return [...folders, ...beneath(folder, visited)];
  }

  function handle(folder: string, looked: Looked): readonly string[] {
    const { visited, before } = looked;
    const isOnDisk = archives.unpackedAround(folder).length === 0;
    if (isOnDisk && visited.watchable.length > 0)
      options.onFolders?.(visited.watchable, visited.kind !== 'container');
    rereads.note(folder, visited.kind);
    sharedAbove.note(folder, visited.shared);
    const inside = (folders: readonly string[]) => (shallow.has(folder) ? [] : folders);
    if (visited.kind === 'model') return take(folder, visited);
    if (visited.kind === 'models')
      return inside(takeModels(folder, visited, before?.recognised?.models ?? []));
    if (visited.kind === 'container') return inside(takeContainer(folder, visited));
    if (visited.kind === 'gone') return goneAt(folder);
    if (visited.kind !== 'unreadable') return inside(keepAsItIs(folder, looked));
    settling.forget(folder);
    return keepBeneath(folder, 'unreadable', whyKept.unread(visited.reason));
  }

  /** Handles the content of an archive like a folder. */
  function enter(folder: string, opened: OpenedArchive, looked: Looked): readonly string[] {
    const { visited, before } = looked;
    if (opened.kind !== 'open' || !('problems' in visited)) return handle(folder, looked);
    const problems = [...opened.problems, ...visited.problems];
    return handle(folder, { visited: { ...visited, problems }, before });
  }

  function passBy(place: string, closed: OpenedArchive): readonly string[] {
    if (closed.kind === 'none' || closed.kind === 'open') return [];
    if (closed.kind === 'unreadable') return keepBeneath(place, 'unreadable', whyKept.unread(closed.reason));
    if (closed.kind === 'unsettled') {
      settling.note(place, closed.stamp);
      presence.keepBeneath(place);
      return [];
    }
    presence.see(place);
    batch.add({ folder: place, problems: [toProblem(place, 'left-out', closed.reason)] });
    return [];
  }

  const lookInto = (folder: string) =>
    isRecognising && twins.at(folder) === null ? packed.look(folder, visitKnown) : visitKnown(folder);

  async function lookAt(folder: string): Promise<readonly string[]> {
    if (rules.isIgnored(folder)) return [];
    const found = twins.at(folder);
    const alone = found && (await twins.open(folder, found));
    if (alone) return alone;
    if (!isRecognising || !isArchive(folder)) return handle(folder, await lookInto(folder));
    options.signal?.throwIfAborted();
    const opened = await archives.open(folder);
    if (opened.kind === 'none' || opened.kind === 'open')
      return enter(folder, opened, await lookInto(folder));
    options.signal?.throwIfAborted();
    return passBy(folder, opened);
  }

  return {
    ...{ archives, batch, fresh, known, memory, presence, problems },
    ...{ published, rereads, rules, waiting, writer },
    toTurned: (folder: string) =>
      options.ones && isRecognising && !isPublished(folder) ? sharedAbove.toTurned(folder) : folder,
    async look(folder: string): Promise<readonly string[]> {
      const more = await lookAt(folder);
      done += 1;
      options.onProgress?.({ done, total: done + more.length });
      return more;
    },
    remove(guid: string) {
      writer.remove(guid);
      identities.leave(guid);
    },
    forget(folder: string) {
      memory.forget(folder);
      waiting.replace(folder, []);
    },
    guardAgainstEmptiness() {
      if (!presence.isAnythingHere() && registry.hasBeneath(''))
        keepBeneath('', 'missing', `The library folder no longer has any models. ${whyKept.gone}`);
    },
  };
}

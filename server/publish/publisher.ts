import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { Caller } from '../base/http/caller.ts';
import { isHidden, requireEdit } from '../base/sight.ts';
import { AppError } from '../contract/errors.ts';
import type { Publish, PublishedProduct } from '../contract/publish.ts';
import { sentence, type Words } from '../contract/sentence.ts';
import { publishedPlaceOf } from '../files/published-places.ts';
import type { Library } from '../library/library.ts';
import { type CheckFiles, type Found, placeUploads } from './check-files.ts';
import { type Answer, createIntents, invalid, requireOneModel } from './intents.ts';
import type { PublishFiles } from './publish-files.ts';
import type { PublishReview } from './publish-review.ts';
import type { PublishRow, PublishRows } from './publish-rows.ts';
import { createPublishRuns } from './publish-runs.ts';
import type { ShownModels } from './shown-models.ts';
import type { UploadFiles } from './upload-files.ts';
import type { Upload, UploadRows } from './upload-rows.ts';
import type { Uploads } from './uploads.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly rows: PublishRows;
  readonly uploadRows: UploadRows;
  readonly uploads: Uploads;
  readonly files: PublishFiles;
  readonly uploadFiles: Pick<UploadFiles, 'copy' | 'remove' | 'locks'>;
  readonly checkFiles: CheckFiles;
  readonly shown: ShownModels;
  readonly reread: Library['reread'];
  readonly review: PublishReview;
  readonly storage: Pick<Storage, 'explain'>;
  readonly log: FastifyBaseLogger;
};

type PublishWish = {
  readonly uploads: readonly string[];
  readonly product: PublishedProduct;
  readonly isOneModel?: boolean | undefined;
  readonly guid?: string | undefined;
  /** Uploads to copy rather than take, because other models need them too. */
  readonly shared?: readonly string[] | undefined;
  /** Repeating a request with the same ID publishes nothing more. */
  readonly publishId?: string | undefined;
};

export type Publisher = ReturnType<typeof createPublisher>;

/**
 * Creates models from uploads. The intent is recorded first, the model's folder appears in one step, and the catalogue
 * reads it in one transaction. Whenever the server is killed, the next one continues from there.
 */
export function createPublisher(parts: Parts) {
  const { db, rows, uploadRows, uploads, uploadFiles, files, checkFiles, shown, reread, review } = parts;
  const { storage, clock, log } = parts;
  let isClosing = false;
  const closing = Promise.withResolvers<false>();
  const intents = createIntents(parts);

  function requireDone(ids: readonly string[], accountId: string): readonly Upload[] {
    const found = ids.map((id) => uploads.require(id, accountId));
    const open = found.find(({ isDone }) => !isDone);
    if (open)
      throw invalid(
        'uploads',
        sentence`${{ file: open.relativePath }} has not been uploaded completely yet. Finish its upload, then publish.`,
      );
    if (found.some(({ publishId }) => publishId !== null))
      throw invalid(
        'uploads',
        'Some of these files are already being published. Upload them again for another model.',
      );
    return found;
  }

  /** Checks finished uploads. Throws INVALID_INPUT or NOT_FOUND if another request publishes or deletes them meanwhile. */
  async function checkUploads(
    ids: readonly string[],
    accountId: string,
    wish: Parameters<CheckFiles['check']>[1],
  ) {
    const found = requireDone(ids, accountId);
    const checked = await checkFiles.check(found, wish).finally(() => requireDone(ids, accountId));
    return { found, checked };
  }

  /** The guid to publish under. Throws MODEL_NOT_FOUND, FORBIDDEN or INVALID_INPUT. */
  function claimGuid(guid: string | undefined, { accountId, role }: Caller): string {
    if (guid === undefined) return randomUUID();
    const model = isHidden(guid) ? null : rows.shown(guid);
    if (model === null)
      throw new AppError(
        'MODEL_NOT_FOUND',
        sentence`No model ${{ guid }} was published here. Leave it out to publish a new model; models of the library folder change there.`,
      );
    if (model.accountId !== accountId && role !== 'admin')
      throw new AppError(
        'FORBIDDEN',
        'Someone else published this model. Ask them or an admin for a new version.',
      );
    requireEdit(guid);
    if (rows.isBusy(guid))
      throw invalid(
        'guid',
        'A version of this model is being published right now. Try again when it is done.',
      );
    return guid;
  }

  /** From here on, the model's folder shows these files; the catalogue has not read them yet. */
  const switchTo = db.transaction(({ id, guid, accountId }: PublishRow) => {
    const before = rows.shown(guid);
    const version = before && shown.version(guid);
    if (before !== null && version !== null)
      rows.keepVersion(guid, { ...version, publishId: before.publishId, replacedAt: toIso(clock()) });
    rows.show({ guid, accountId, publishId: id, replaces: before?.publishId ?? null });
    uploadRows.removeTaken(id);
    rows.setState(id, 'reading');
  });

  const withdraw = db.transaction(({ id, guid, accountId, replaces }: PublishRow, reason: Words) => {
    if (replaces === null) rows.hide(guid);
    else {
      rows.show({ guid, accountId, publishId: replaces, replaces: null });
      rows.dropVersion(guid, replaces);
    }
    rows.setState(id, 'failed', reason);
    rows.empty(id);
  });

  const giveUp = db.transaction(({ id }: PublishRow, reason: Words) => {
    uploadRows.removeTaken(id);
    rows.setState(id, 'failed', reason);
    rows.empty(id);
  });

  /** Ends a publish that waits for an admin, and deletes its files. */
  async function drop(row: PublishRow, reason: Words): Promise<void> {
    const taken = uploadRows.listTaken(row.id);
    giveUp.immediate(row, reason);
    for (const { id } of taken) await uploadFiles.remove(id);
  }

  async function move(row: PublishRow): Promise<void> {
    const placed = placeUploads(uploadRows.listTaken(row.id));
    const lost = await files.assemble(row, placed);
    if (lost === null) return void switchTo.immediate(row);
    giveUp.immediate(row, sentence`${{ file: lost }} is no longer in the data folder. Upload it again.`);
    await files.remove(row.id);
  }

  async function read(row: PublishRow): Promise<void> {
    const place = publishedPlaceOf(row.guid);
    if (!(await readAgain(place))) return;
    const reason = shown.whyAbsent(row.guid);
    if (reason === null) return settle(row);
    withdraw.immediate(row, reason);
    await files.remove(row.id);
    await readAgain(place);
  }

  /** Deletes the replaced publish if it was never visible, because it was still waiting for an admin. */
  async function settle({ id, guid, replaces }: PublishRow): Promise<void> {
    const isKept = replaces === null || rows.versions(guid).some(({ publishId }) => publishId === replaces);
    if (!isKept) await files.remove(replaces);
    db.transaction(() => {
      if (!isKept) rows.empty(replaces);
      rows.setState(id, 'published');
    }).immediate();
  }

  /** Whether the catalogue has read the folder; a closing server does not wait for a long scan. */
  const readAgain = (place: string) =>
    Promise.race([reread({ folders: [place], units: [place] }).then(() => !isClosing), closing.promise]);

  async function advance(id: string): Promise<void> {
    for (let row = rows.find(id); row !== null && !isClosing; row = rows.find(id)) {
      if (row.state === 'moving') await move(row);
      else if (row.state === 'reading') await read(row);
      else return;
    }
  }

  const { run, resume, ...runs } = createPublishRuns({ rows, uploadFiles, advance, storage, log });

  function toShown({ id, guid, product, state, at, ...row }: PublishRow): Publish {
    const isUnfinished = state === 'moving' || state === 'reading';
    const isWaiting = state === 'held' || (state === 'published' && shown.isWaiting(guid));
    const shownState = isUnfinished ? 'working' : isWaiting ? 'waiting' : state;
    const { reason, sentence } = row;
    return {
      publishId: id,
      state: shownState,
      guid,
      title: product.title,
      reason,
      at,
      ...(sentence && { sentence }),
    };
  }

  return {
    async check(ids: readonly string[], accountId: string, isOneModel: boolean): Promise<Found> {
      const { checked } = await checkUploads(ids, accountId, { isOneModel, isCompared: true });
      // Checks of several users run in one queue, so the caller is known only here.
      const models = checked.models.map(({ same, ...model }) => ({
        ...model,
        ...(same && { same: same.filter(({ guid }) => !isHidden(guid)) }),
      }));
      return { ...checked, models };
    },
    /** Throws as the route documents. Once it resolves, the publish survives a crash. */
    async publish(
      { uploads: ids, product, isOneModel = false, guid, shared = [], publishId }: PublishWish,
      caller: Caller,
    ): Promise<Answer> {
      const { accountId } = caller;
      const before = intents.findAnswer(publishId, accountId);
      if (before !== null) return before;
      // Ends transfers in progress, so that nothing is written from here on.
      for (const id of ids) await uploads.find(id, accountId);
      const prepare = async () => {
        const own = claimGuid(guid, caller);
        const { found, checked } = await checkUploads(ids, accountId, { isOneModel, isCompared: false });
        requireOneModel(checked);
        return { own, found };
      };
      const prepared = await prepare().catch((error: unknown) => {
        // The same request, sent twice at once, may have published them.
        const answer = intents.findAnswer(publishId, accountId);
        if (answer === null) throw error;
        return answer;
      });
      if ('publishId' in prepared) return prepared;
      const { own, found } = prepared;
      const sizeBytes = found.reduce((sum, upload) => sum + upload.sizeBytes, 0);
      const id = publishId ?? randomUUID();
      const about = { id, accountId, guid: own, product, sizeBytes };
      const state = review.holds(own, caller) ? 'held' : 'moving';
      const row = { ...about, state, reason: null, replaces: null, at: toIso(clock()) } as const;
      const { isNew, answer } = await intents.record(row, { uploads: found, shared });
      if (!isNew) return answer;
      for (const earlier of rows.held())
        if (earlier.guid === own && earlier.id !== id) await drop(earlier, 'A later version was sent.');
      run(id);
      return answer;
    },
    held: () => rows.held().map((row) => ({ ...row, files: uploadRows.listTaken(row.id) })),
    /** Continues or ends a publish that waits. Throws NOT_FOUND if it does not. */
    async decide(id: string, isApproved: boolean, actor: string): Promise<void> {
      const row = rows.find(id);
      if (row?.state !== 'held')
        throw new AppError('NOT_FOUND', 'This publish does not wait for an admin any more. Reload the page.');
      review.note(row, isApproved, actor);
      if (!isApproved) return drop(row, 'An admin did not approve it.');
      rows.setState(id, 'moving');
      run(id);
    },
    list: (accountId: string, most: number) => rows.list(accountId, most).map(toShown),
    /** Throws NOT_FOUND for another account's publish. */
    find(id: string, accountId: string): Publish {
      const row = rows.find(id);
      if (row === null || row.accountId !== accountId)
        throw new AppError(
          'NOT_FOUND',
          sentence`You have published nothing under ${{ guid: id }}. Check the list of what you published.`,
        );
      return toShown(row);
    },
    resume,
    /** Removes leftovers, then resumes. */
    async start() {
      await uploads.sweep((name) => rows.unfinished().some((id) => files.isOf(id, name)));
      resume();
      await uploads.expire();
    },
    async close() {
      isClosing = true;
      closing.resolve(false);
      await Promise.all([runs.close(), checkFiles.close()]);
    },
  };
}

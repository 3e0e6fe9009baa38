import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { auditLog } from '../accounts/audit/audit-log.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { Addresses } from '../base/http/addresses.ts';
import { type Authenticate, type Caller, requireCaller } from '../base/http/caller.ts';
import { toUsd } from '../base/money.ts';
import { isHidden, requireDownload } from '../base/sight.ts';
import { runOn } from '../base/store/sqlite-store.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import { contentTypeOf, formatOf } from '../contract/catalogue/formats.ts';
import { AppError } from '../contract/errors.ts';
import { routes } from '../contract/index.ts';
import type { KeptVersion } from '../contract/publish.ts';
import { nameOf, toUrlPath } from '../contract/relative-path.ts';
import { sentence } from '../contract/sentence.ts';
import { changedFile, type LibraryFiles } from '../files/library-files.ts';
import { publishedPlaceOf } from '../files/published-places.ts';
import { toFileHead } from '../files/serving/file-head.ts';
import { createOpenFiles } from '../files/serving/open-files.ts';
import { createFileSender } from '../files/serving/send-file.ts';
import type { Expected, InFolder } from '../files/unchanged-files.ts';
import type { Library } from '../library/library.ts';
import type { PublishFiles } from './publish-files.ts';
import type { PublishRows, VersionRow } from './publish-rows.ts';
import type { ShownModels } from './shown-models.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly rows: PublishRows;
  readonly files: PublishFiles;
  readonly shown: ShownModels;
  readonly unlocks: Pick<Unlocks, 'has'>;
  readonly reread: Library['reread'];
  readonly addresses: Pick<Addresses, 'base'>;
};
type Wanted = { readonly guid: string; readonly version: string; readonly '*': string };

const address = '/api/publish/versions';
const absent = (guid: string) =>
  new AppError(
    'MODEL_NOT_FOUND',
    sentence`No model ${{ guid }} was published here. Models of the library have no earlier versions.`,
  );

/** Files of earlier versions; `folder` is their publish's, whose content never changes. */
function createVersionFiles({ folderOf }: PublishFiles): LibraryFiles {
  const locate = async ({ folder }: InFolder, { relativePath }: Expected) => {
    const root = await realpath(folderOf(folder));
    const real = await realpath(path.join(root, relativePath));
    if (real !== path.join(root, relativePath)) throw new Error(`${relativePath} lies behind a link`);
    return real;
  };
  const check = (file: Expected, size: bigint) => {
    if (size !== BigInt(file.sizeBytes)) throw new Error(`${file.relativePath} has ${size} bytes now`);
  };
  const openIntact = async (model: InFolder, file: Expected): Promise<FileHandle> => {
    const handle = await open(await locate(model, file), 'r');
    try {
      check(file, (await handle.stat({ bigint: true })).size);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };
  const explain = (file: Expected) => (cause: unknown) => {
    throw changedFile(file, cause);
  };
  return {
    open: (model, file) => openIntact(model, file).catch(explain(file)),
    locate: (model, file) => locate(model, file).catch(explain(file)),
    requireSame(_model, file, { found }) {
      try {
        check(file, found.size);
      } catch (cause) {
        throw changedFile(file, cause);
      }
    },
    requireIntact: async (model, file) => (await openIntact(model, file).catch(explain(file)))?.close(),
  };
}

/** Earlier versions of published models, for users with access to the model, until an admin deletes them. */
export function createVersions(parts: Parts) {
  const { db, rows, files, shown, unlocks, reread, clock, addresses } = parts;
  const openFiles = createOpenFiles(createVersionFiles(files));
  const sender = createFileSender({ openFiles });

  const holds = async ({ accountId, role }: Caller, guid: string) =>
    role === 'admin' || rows.shown(guid)?.accountId === accountId || (await unlocks.has(accountId, guid));

  /** Throws MODEL_NOT_FOUND if it was not published here. */
  async function list(guid: string, caller: Caller): Promise<readonly VersionRow[]> {
    if (isHidden(guid) || rows.shown(guid) === null) throw absent(guid);
    const isHolder = await holds(caller, guid);
    return rows.versions(guid).filter(({ priceCents }) => isHolder || priceCents === 0);
  }

  async function findFile({ guid, version, '*': relativePath }: Wanted, caller: Caller) {
    const kept = await list(guid, caller);
    requireDownload(guid);
    const found = kept.find((one) => String(one.version) === version);
    const file = found?.files.find((one) => one.relativePath === relativePath);
    if (found && file) return { publishId: found.publishId, file };
    throw new AppError(
      'FILE_NOT_FOUND',
      sentence`Version ${{ version }} has no file ${{ file: relativePath }} for you. Check the list of versions; it shows those you have access to.`,
    );
  }

  return {
    list: async (guid: string, caller: Caller): Promise<KeptVersion[]> =>
      (await list(guid, caller)).map(({ version, replacedAt, files: kept }) => ({
        version,
        replacedAt,
        files: kept.map((file) => ({
          ...file,
          url: `${addresses.base()}${address}/${guid}/${version}/${toUrlPath(file.relativePath)}`,
        })),
      })),
    priceUsd: (guid: string) => toUsd(shown.priceCents(guid) ?? 0),
    /** Deletes earlier versions, or the whole model; returns the number of deleted folders. */
    async clean(guid: string, what: 'earlier' | 'all', actor: string): Promise<number> {
      const now = rows.shown(guid);
      if (now === null) throw absent(guid);
      if (rows.isBusy(guid))
        throw new AppError(
          'INVALID_INPUT',
          'A version of this model is being published right now. Try again then.',
        );
      const gone = rows.versions(guid).map(({ publishId }) => publishId);
      if (what === 'all') gone.push(now.publishId);
      db.transaction(() => {
        rows.dropVersions(guid);
        if (what === 'all') rows.hide(guid);
        for (const id of gone) rows.empty(id);
        const details = { guid, what, versions: gone.length };
        const action = 'library.clean';
        runOn(db, auditLog.note({ actor, action, accountId: null, details, at: toIso(clock()) }));
      }).immediate();
      if (what === 'all') await reread({ folders: [publishedPlaceOf(guid)], units: [] });
      for (const id of gone) await files.remove(id);
      return gone.length;
    },
    register(app: FastifyInstance, authenticate: Authenticate) {
      app.addHook('onClose', openFiles.close);
      app.get(
        `${address}/:guid/:version/*`,
        async (request: FastifyRequest<{ Params: Wanted }>, reply): Promise<void> => {
          const caller = requireCaller(routes.keptVersions, authenticate(request));
          const { publishId, file } = await findFile(request.params, caller);
          const { relativePath, sizeBytes, sha256 } = file;
          const sent = {
            ...{ sizeBytes, sha256, name: nameOf(relativePath) },
            contentType: contentTypeOf(formatOf(relativePath)),
            cacheControl: 'private, max-age=0, must-revalidate',
            disposition: 'attachment',
            isPrivate: true,
          } as const;
          await sender.send(
            { request, reply },
            { ...sent, model: { folder: publishId }, file, head: toFileHead(sent) },
          );
        },
      );
    },
  };
}

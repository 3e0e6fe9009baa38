import { createHash, randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { isIgnored } from '../catalogue/write/names.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { findPathFault } from '../contract/relative-path.ts';
import { sentence, textOf, type Words } from '../contract/sentence.ts';
import { isArchive } from '../library/recognise/scene-files.ts';
import type { Checksum, NewUpload } from './tus-headers.ts';
import type { UploadFiles } from './upload-files.ts';
import type { Upload, UploadRows } from './upload-rows.ts';

type Parts = {
  readonly rows: UploadRows;
  readonly files: UploadFiles;
  readonly quotaBytes: number;
  readonly clock: Clock;
  readonly freeBytes?: () => Promise<number>;
};

type Addition = { readonly offset: number; readonly checksum: Checksum | null; readonly body: Readable };

/** Work on an upload's file, running or queued. Stops on request, and settles once its writes are recorded. */
type Turn = { readonly stop: () => void; readonly ended: Promise<unknown> };

const emptySha256 = createHash('sha256').digest('hex');
const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const notFound = (id: string) =>
  new AppError(
    'NOT_FOUND',
    sentence`There is no upload ${{ id }}. It may have expired or been deleted; start it again.`,
  );

function requirePath(relativePath: string): void {
  const reason = findPathFault(relativePath);
  const refuse = (why: Words) =>
    new AppError(
      'INVALID_INPUT',
      sentence`Rename ${{ file: relativePath || sentence`the file` }}: it has a path ${{ fault: why }}.`,
      {
        details: { fields: { relativePath: textOf(why) } },
      },
    );
  if (reason !== null) throw refuse(reason);
  if (relativePath.split('/').some(isIgnored)) throw refuse('of hidden, temporary or backup files');
  if (isArchive(relativePath))
    throw new AppError(
      'UNSUPPORTED_MEDIA',
      sentence`${{ file: relativePath }} is an archive. Unpack it and publish the files in it, so you can set their title and licence.`,
    );
}

/** Settles once bytes of a body arrive, or it ends. */
const arrival = (body: Readable) =>
  new Promise<void>((resolve) => {
    if (body.readableLength > 0 || body.readableEnded || body.destroyed) return resolve();
    for (const event of ['readable', 'end', 'close', 'error']) body.once(event, () => resolve());
  });

export type Uploads = ReturnType<typeof createUploads>;

/** Uploads as tus defines them: created, continued at an offset, ended, expired. They survive any restart. */
export function createUploads({ rows, files, quotaBytes, clock, freeBytes }: Parts) {
  const turns = new Map<string, readonly Turn[]>();
  const expiry = () => clock() + limits.publish.uploadLife;
  /** An upload that expires earlier has received nothing for so long that its reservation has lapsed. */
  const reservedUntil = () => expiry() - limits.publish.reservedFor;
  const measureFree =
    freeBytes ??
    (async () => {
      const { bavail, bsize } = await statfs(files.folder);
      return bavail * bsize;
    });

  const isOver = (id: string) => rows.find(id)?.isDone !== false;

  /** Excludes other processes; a finished upload needs no lock, as it is only read, or removed in one step. */
  async function alone<T>(id: string, work: () => T | Promise<T>, stop: () => void): Promise<T> {
    if (isOver(id)) return work();
    const release = await files.locks.wait(id, stop);
    try {
      return await work();
    } finally {
      await release(isOver(id));
    }
  }

  /**
   * Runs work on an upload in sequence. A client that asks again has abandoned its earlier transfers, even if their
   * connections look open, so all of them are stopped, including queued ones.
   */
  async function inTurn<T>(id: string, work: () => T | Promise<T>, stop = () => {}): Promise<T> {
    const before = turns.get(id) ?? [];
    for (const turn of before) turn.stop();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const turn = { stop, ended };
    turns.set(id, [...before, turn]);
    await before.at(-1)?.ended;
    try {
      return await alone(id, work, stop);
    } finally {
      const left = (turns.get(id) ?? []).filter((other) => other !== turn);
      if (left.length > 0) turns.set(id, left);
      else turns.delete(id);
      resolve();
    }
  }

  /** Throws NOT_FOUND for another account's upload, as for an unknown one. */
  function require(id: string, accountId: string): Upload {
    const upload = rows.find(id);
    if (upload === null || upload.accountId !== accountId || upload.expiresAt <= clock()) throw notFound(id);
    return upload;
  }

  /** Throws TOO_LARGE if it exceeds the account's quota; `except` is not counted. */
  function requireQuota(sizeBytes: number, accountId: string, except = ''): void {
    const used = rows.usedBytes(accountId, { reservedUntil: reservedUntil(), except });
    if (used + sizeBytes > quotaBytes)
      throw new AppError(
        'TOO_LARGE',
        sentence`Your account may keep ${{ most: inGigabytes(quotaBytes) }} here and has ${{ held: inGigabytes(used) }}, so ${{ wanted: inGigabytes(sizeBytes) }} more does not fit. Delete uploads you do not need, or ask an admin to clean up earlier versions.`,
        { details: { quotaBytes, usedBytes: used } },
      );
  }

  function requireSpace(free: number, sizeBytes: number, except = ''): void {
    const missing = rows.missingBytes({ reservedUntil: reservedUntil(), except });
    if (free - missing - sizeBytes < limits.publish.spareBytes)
      throw new AppError(
        'INSUFFICIENT_STORAGE',
        sentence`This server does not have space for ${{ size: inGigabytes(sizeBytes) }} more. Nothing was changed. Try again later, or tell this server’s admin.`,
        { details: { reason: 'full' } },
      );
  }

  function requireFewUploads(accountId: string): void {
    if (rows.listFree(accountId).length < limits.publish.uploads) return;
    throw new AppError(
      'TOO_LARGE',
      sentence`An account may have ${{ count: limits.publish.uploads }} uploads at a time. Publish or delete some of them.`,
    );
  }

  /** Reserves space for an upload that is about to receive bytes. Throws TOO_LARGE or INSUFFICIENT_STORAGE. */
  async function reserve({ id, accountId, sizeBytes, offset }: Upload): Promise<void> {
    const free = await measureFree();
    requireQuota(sizeBytes, accountId, id);
    requireSpace(free, sizeBytes - offset, id);
    rows.advance(id, offset, expiry());
  }

  /** Throws INVALID_INPUT, UNSUPPORTED_MEDIA, TOO_LARGE or INSUFFICIENT_STORAGE. */
  async function create(wish: NewUpload, accountId: string): Promise<Upload> {
    requirePath(wish.relativePath);
    if (wish.sizeBytes === 0 && wish.sha256 !== emptySha256)
      throw new AppError(
        'INVALID_INPUT',
        sentence`${{ file: wish.relativePath }} is empty, but its SHA-256 is not that of an empty file.`,
      );
    const id = randomUUID();
    const free = await measureFree();
    await files.locks.unswept(async () => {
      await files.create(id);
      try {
        requireQuota(wish.sizeBytes, accountId);
        requireFewUploads(accountId);
        requireSpace(free, wish.sizeBytes);
        rows.add({ ...wish, id, accountId, expiresAt: reservedUntil() });
      } catch (error) {
        await files.remove(id);
        throw error;
      }
    });
    return require(id, accountId);
  }

  /** Throws CHECKSUM_MISMATCH and discards all bytes. */
  async function verify(id: string, { sha256, relativePath }: NewUpload): Promise<void> {
    await files.seal(id);
    if ((await files.hash(id)) === sha256) {
      rows.finish(id, expiry());
      return;
    }
    rows.advance(id, 0, expiry());
    throw new AppError(
      'CHECKSUM_MISMATCH',
      sentence`${{ file: relativePath }} arrived with another SHA-256 than was announced. It was discarded; send it again from the start.`,
    );
  }

  /** Throws OFFSET_CHANGED if the client does not continue where the file ends. */
  function requireOffset({ relativePath, offset }: Upload, wanted: number): void {
    if (offset === wanted) return;
    throw new AppError(
      'OFFSET_CHANGED',
      sentence`${{ file: relativePath }} is here up to byte ${{ here: offset }}, not ${{ wanted }}. Continue from there.`,
      { details: { offset } },
    );
  }

  async function addTo(upload: Upload, { offset, checksum, body }: Addition): Promise<number> {
    const { id, sizeBytes, relativePath } = upload;
    // A client that sees the final offset sends nothing more, so it is stored only after verification, even if we crash
    // before.
    const onDurable = (at: number) => {
      if (at < sizeBytes) rows.advance(id, at, expiry());
    };
    const added = await files.append({ id, body, offset, end: sizeBytes, checksum, onDurable });
    if (added.kind === 'too-much')
      throw new AppError(
        'TOO_LARGE',
        sentence`${{ file: relativePath }} has more bytes than were announced. Start it again.`,
      );
    if (added.kind === 'wrong-checksum')
      throw new AppError(
        'CHECKSUM_MISMATCH',
        sentence`A part of ${{ file: relativePath }} arrived damaged. It was discarded; send it again from byte ${{ byte: offset }}.`,
      );
    if (added.at === sizeBytes) await verify(id, upload);
    return added.at;
  }

  /** A finished upload accepts no more bytes. */
  async function add(id: string, accountId: string, addition: Addition): Promise<number> {
    const upload = require(id, accountId);
    requireOffset(upload, addition.offset);
    if (upload.isDone) return upload.offset;
    await arrival(addition.body);
    if (addition.body.readableLength > 0) await reserve(upload);
    return addTo(upload, addition);
  }

  async function end(id: string): Promise<void> {
    if (!rows.remove(id)) throw notFound(id);
    await files.remove(id);
  }

  return {
    create,
    require,
    requireQuota,
    requireOffset,
    /** The offset after all pending writes. */
    async find(id: string, accountId: string): Promise<Upload> {
      require(id, accountId);
      return inTurn(id, () => require(id, accountId));
    },
    /** Returns the new offset. Throws like `create` and `requireOffset`, and CHECKSUM_MISMATCH. */
    add: (id: string, accountId: string, addition: Addition): Promise<number> =>
      inTurn(
        id,
        () => add(id, accountId, addition),
        () => void addition.body.destroy(),
      ),
    async remove(id: string, accountId: string): Promise<void> {
      require(id, accountId);
      await inTurn(id, () => end(id));
    },
    /** Removes any account's upload. Throws NOT_FOUND. */
    end: (id: string): Promise<void> => inTurn(id, () => end(id)),
    listAll: () => rows.listAllFree().filter(({ expiresAt }) => expiresAt > clock()),
    listFree: (accountId: string) => rows.listFree(accountId).filter(({ expiresAt }) => expiresAt > clock()),
    async expire(): Promise<void> {
      for (const id of rows.expired(clock())) {
        await inTurn(id, async () => {
          if (rows.expired(clock()).includes(id)) await end(id);
        });
      }
    },
    /**
     * Removes leftovers of uploads that are gone; `isNeeded` names other files in the folder. Postponed to a later
     * start while files are being created that the database does not know yet.
     */
    async sweep(isNeeded: (name: string) => boolean): Promise<void> {
      const lock = files.locks.sweep();
      if (lock === null) return;
      try {
        const present = await files.list();
        const known = new Set(rows.ids());
        const isKnown = (name: string) => known.has(name.replace(/\.lock$/, '')) || isNeeded(name);
        for (const name of present) if (!isKnown(name)) await files.remove(name);
      } finally {
        lock.release();
      }
    },
  };
}

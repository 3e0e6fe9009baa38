import { randomUUID } from 'node:crypto';
import type { Db } from '../base/db/open-database.ts';
import { reasonOf } from '../catalogue/write/problems.ts';
import { AppError } from '../contract/errors.ts';
import { inTurn, sentence, textOf, type Words } from '../contract/sentence.ts';
import type { Found } from './check-files.ts';
import type { PublishRow, PublishRows } from './publish-rows.ts';
import type { UploadFiles } from './upload-files.ts';
import type { Upload, UploadRows } from './upload-rows.ts';
import type { Uploads } from './uploads.ts';

type Parts = {
  readonly db: Db;
  readonly rows: PublishRows;
  readonly uploadRows: UploadRows;
  readonly uploads: Pick<Uploads, 'requireQuota'>;
  readonly uploadFiles: Pick<UploadFiles, 'copy' | 'remove' | 'locks'>;
};

export type Answer = { readonly publishId: string; readonly guid: string };
type Wanted = { readonly uploads: readonly Upload[]; readonly shared: readonly string[] };

export const invalid = (field: string, message: Words, more: object = {}) =>
  new AppError('INVALID_INPUT', message, { details: { fields: { [field]: textOf(message) }, ...more } });

/** Throws INVALID_INPUT unless the files are one model. */
export function requireOneModel({ models, leftOut }: Found): void {
  const [first, second] = models;
  if (first === undefined) {
    const why = leftOut
      .slice(0, 1)
      .map((one) => sentence`${{ file: one.path }}: ${{ reason: reasonOf(one) }}`);
    const message = inTurn('There is no model in these files, so nothing was published.', ...why);
    throw invalid('uploads', message, { leftOut });
  }
  if (second === undefined) return;
  const [count, one, other] = [models.length, first.title, second.title];
  const message =
    count > 2
      ? sentence`These files look like ${{ count }} models (${{ one }}, ${{ other }} …).`
      : sentence`These files look like ${{ count }} models (${{ one }}, ${{ other }}).`;
  const next = 'Publish each separately, or mark them as one model.';
  throw invalid('uploads', inTurn(message, next), {
    models: models.map(({ title, scenes }) => ({ title, scenes })),
  });
}

const justGone = () =>
  invalid('uploads', 'Some of these files have just been deleted or published. Check them and try again.');

/** Records what will be published before anything is done, once per ID. */
export function createIntents({ db, rows, uploadRows, uploads, uploadFiles }: Parts) {
  /** The earlier answer under this ID; null if none. Throws INVALID_INPUT if the ID is another account's. */
  function findAnswer(id: string | undefined, accountId: string): Answer | null {
    const row = id === undefined ? null : rows.find(id);
    if (row === null) return null;
    if (row.accountId === accountId) return { publishId: row.id, guid: row.guid };
    throw invalid('publishId', 'This id is taken. Choose a new random one for each publish.');
  }

  /** Returns whether it is new: the same request may arrive twice at once. */
  const write = db.transaction(
    (row: PublishRow, ids: readonly string[], copies: ReadonlyMap<string, string>): boolean => {
      if (findAnswer(row.id, row.accountId) !== null) return false;
      if (rows.isBusy(row.guid)) throw justGone();
      for (const id of ids) {
        const copy = copies.get(id);
        const isTaken =
          copy === undefined
            ? uploadRows.take(id, row.id)
            : uploadRows.takeCopy({ id, copy, publishId: row.id });
        if (!isTaken) throw justGone();
      }
      rows.add(row);
      return true;
    },
  );

  return {
    findAnswer,
    /** Takes the uploads, and copies of shared ones. Throws INVALID_INPUT, and TOO_LARGE if copies exceed the quota. */
    async record(
      row: PublishRow,
      { uploads: wanted, shared }: Wanted,
    ): Promise<{ readonly isNew: boolean; readonly answer: Answer }> {
      const staying = wanted.filter(({ id }) => shared.includes(id));
      uploads.requireQuota(
        staying.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        row.accountId,
      );
      const copies = new Map(staying.map(({ id }) => [id, randomUUID()]));
      let isNew = false;
      const ids = wanted.map(({ id }) => id);
      try {
        await uploadFiles.locks.unswept(async () => {
          for (const [id, copy] of copies) await uploadFiles.copy(id, copy);
          isNew = write.immediate(row, ids, copies);
        });
      } finally {
        if (!isNew) for (const copy of copies.values()) await uploadFiles.remove(copy);
      }
      const answer = findAnswer(row.id, row.accountId) ?? { publishId: row.id, guid: row.guid };
      return { isNew, answer };
    },
  };
}

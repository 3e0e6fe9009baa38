import path from 'node:path';
import type { Db } from '../../base/db/open-database.ts';
import type { LibraryPlaces } from '../library-places.ts';
import { type Expected, placeOf } from '../unchanged-files.ts';
import type { ArchivedFile } from './archive-plan.ts';

/** All files of a topology folder, only its textures, or one scene file with its support files. */
export type ArchiveWish = {
  readonly guid: string;
  readonly folder: string;
} & ({ readonly kind: 'all' | 'textures' } | { readonly kind: 'complete'; readonly scene: string });

export type ArchiveModel = {
  readonly id: number;
  readonly folder: string;
  readonly slug: string;
  readonly version: number;
  readonly title: string;
  readonly license: string;
  readonly attribution: string | null;
};

/** The file must stay inside `root`; null for a bucket, which has no links. `file` is the inventory's record of it. */
export type PlacedFile = ArchivedFile & { readonly root: string | null; readonly file: Expected };

export type ArchiveContents = ReturnType<typeof createArchiveContents>;

type Row = {
  readonly name: string;
  /** Path in the library; absent if it is at its name in the model's folder. */
  readonly lies: string | null;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly sha256: string;
  readonly mark: string;
  readonly isDerived: number;
};

const pageSize = 500;

/** Reads an archive's contents in pages, so that a folder of many thousand files does not block other requests. */
export function createArchiveContents(
  db: Db,
  places: LibraryPlaces,
  isOnNoDisk: (place: string) => boolean = () => false,
) {
  const findModel = db.prepare<[string], ArchiveModel>(
    'SELECT id, folder, slug, version, title, license, attribution FROM model WHERE guid = ? AND host IS NULL',
  );
  // SQLite compares text as UTF-8 bytes, which is code point order; '0' follows '/'.
  const select = db.prepare<[Record<string, unknown>], Row>(
    `SELECT file.relative_path AS name, file.place AS lies, file.size_bytes AS sizeBytes, file.crc32, file.sha256,
       CAST(file.modified_ns AS TEXT) AS mark, file.derived IS NOT NULL AS isDerived
     FROM file
     WHERE file.model_id = @modelId AND file.relative_path > @after AND file.relative_path < @folder || '0'
       AND (@kind = 'all' OR @kind = 'textures' AND file.role = 'texture' OR @kind = 'complete' AND (
         file.relative_path = @scene OR file.relative_path IN (
           SELECT needed.value FROM file AS scene, json_each(scene.needs) AS needed
           WHERE scene.model_id = @modelId AND scene.relative_path = @scene)))
     ORDER BY file.relative_path LIMIT ${pageSize}`,
  );
  const toFile = (model: ArchiveModel, { mark, lies, isDerived, ...row }: Row): PlacedFile => {
    const { root, inside } = isDerived
      ? places.locateDerived(row.sha256)
      : places.locate(placeOf(model, { relativePath: row.name, place: lies }));
    const place = path.join(root, inside);
    const nearest = lies === null && !isDerived ? places.toDisk(model.folder) : root;
    const file = { ...row, relativePath: row.name, place: lies, derived: isDerived === 1 ? true : null };
    return { ...row, place, root: isOnNoDisk(place) ? null : nearest, mark: BigInt(mark), file };
  };
  return {
    findModel: (guid: string) => findModel.get(guid) ?? null,
    /** The next files after the path `after`, in code point order; empty at the end. */
    page(model: ArchiveModel, wish: ArchiveWish, after: string) {
      const { folder, kind } = wish;
      const scene = wish.kind === 'complete' ? wish.scene : '';
      const first = after === '' ? `${folder}/` : after;
      const wanted = { modelId: model.id, folder, kind, scene, after: first };
      return select.all(wanted).map((row) => toFile(model, row));
    },
  };
}

import type { Db } from '../../../../base/db/open-database.ts';
import { posterTagExpression } from '../../../model/model-row.ts';

/** The fields of a model that the index needs; lists are JSON text. */
export type SourceModel = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly type: number;
  readonly category: string;
  readonly categorySlug: string;
  readonly subcategory: string;
  readonly subcategorySlug: string;
  readonly tags: string;
  readonly keywords: string;
  readonly license: string;
  readonly animated: number;
  readonly rigged: number;
  readonly triangles: number | null;
  readonly sizeBytes: number;
  /** Triangles and bytes of each topology. */
  readonly topologies: string;
  readonly colour: string | null;
  /** An object of metres, or null. */
  readonly sizeMetres: string;
  readonly formats: string;
  readonly lods: string;
  readonly popularity: number;
  readonly addedAt: string;
  /** Orders models of equal popularity. */
  readonly guidHash: number;
  /** Changes with anything that listings show of the model. */
  readonly look: string;
};

const columns = `id, title, description, type, category, category_slug AS categorySlug, subcategory,
  subcategory_slug AS subcategorySlug, tags, keywords, license, animated, rigged, triangles, formats, lods,
  size_bytes AS sizeBytes, topologies, colour, size_metres AS sizeMetres, popularity,
  added_at AS addedAt, guid_hash AS guidHash,
  guid || ' ' || version || ' ' || metadata_hash || ' ' || CASE WHEN host IS NULL THEN derived_changes ELSE 0 END || ' '
    || coalesce((SELECT url FROM sync_host WHERE sync_host.id = model.host), '') || ' ' || is_mirrored || ' '
    || coalesce(${posterTagExpression}, '') || coalesce(' ' || colour, '') AS look`;

const order = 'popularity DESC, guid_hash, id';

/** Reads models in the order of their numbers: by popularity, then by the hash of their guid. */
export function createModelSource(db: Db) {
  const all = db.prepare<[], SourceModel>(`SELECT ${columns} FROM model ORDER BY ${order}`);
  const some = db.prepare<[string], SourceModel>(
    `SELECT ${columns} FROM model WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ${order}`,
  );
  const count = db.prepare<[], number>('SELECT count(*) FROM model').pluck();
  return {
    count: () => count.get() ?? 0,
    all: (): Iterable<SourceModel> => all.iterate(),
    some: (ids: readonly number[]): readonly SourceModel[] => some.all(JSON.stringify(ids)),
  };
}

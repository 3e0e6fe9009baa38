import { createRevision, createRevisionCache } from '../../base/cache/revision-cache.ts';
import { cacheBudgets } from '../../base/cache-budgets.ts';
import type { Db } from '../../base/db/open-database.ts';
import { isHidden } from '../../base/sight.ts';
import type { FileFields } from '../../contract/catalogue/file-fields.ts';
import type { Texture } from '../../contract/catalogue/textures.ts';
import { type Derived, knownUnits, type LodSource, type SizeMetres } from '../../contract/common.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence } from '../../contract/sentence.ts';
import { type ModelRow, modelColumns, posterTagExpression } from './model-row.ts';

export type BoundTexture = Omit<Texture, 'colorSpace'>;

/** One file of the inventory. `relativePath` starts with the topology folder; `needs` are other relative paths. */
export type InventoryFile = Omit<FileFields, 'fileName' | 'lodFrom' | 'derived' | 'requires' | 'missing'> & {
  readonly topologyFolder: string;
  readonly crc32: number;
  readonly needs: readonly string[];
  /** Relative to the library; absent: at `relativePath` in the model's folder. */
  readonly place?: string | null;
  /** Absent: taken from its topology folder. */
  readonly lodFrom?: LodSource | null;
  /** How this server derived it; absent: an original. */
  readonly derived?: Derived | null;
  /** Requirements for reading it beyond the format; absent: none. */
  readonly requires?: readonly string[] | null;
  /** Missing textures and materials that it refers to; absent: none. */
  readonly missing?: readonly string[] | null;
  /** What its materials use each picture for; absent: not declared. */
  readonly textures?: readonly BoundTexture[] | null;
  /** Only set by a scan; the catalogue stores the size of the model. */
  readonly sizeMetres?: SizeMetres | undefined;
  /** SHA-256 over its chunk hashes; null for small files, or if unknown. */
  readonly leavesSha256?: string | null;
};

type SceneUnits = Pick<FileFields, 'upAxis' | 'unitMetres'>;

type Poster = {
  /** Relative to the library. */
  readonly path: string;
  /** The same for a recognised model; null: in the model's folder. */
  readonly place: string | null;
  readonly sha256: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Changes with any of the model's posters. */
  readonly tag: string;
};

export type Models = {
  /** Throws MODEL_NOT_FOUND, also for models that the requester must not see. */
  get(guid: string): ModelRow;
  files(modelId: number): readonly InventoryFile[];
  /** Returns the uploaded poster in the given or else the largest size. If `isWebpLast`, prefers other formats. */
  poster(guid: string, size: string, isWebpLast: boolean): Poster | null;
  /** True if any model was unlocked, or there are too many models to sort by age for each listing. */
  arePopular(): boolean;
};

const mostSortedByAge = 20_000;

/** Rows are cached until the catalogue changes, so callers must not modify them. */
export function createModels(db: Db): Models {
  const revision = createRevision(db, 'catalogue');
  const modelCache = createRevisionCache<string, ModelRow>({
    ...{ revision, bytes: cacheBudgets.models, weigh: () => 1500 },
  });
  const fileCache = createRevisionCache<number, readonly InventoryFile[]>({
    revision,
    bytes: cacheBudgets.inventories,
    weigh: (kept) => 700 * (kept.length + 1),
  });
  const byGuid = db.prepare<[string], ModelRow>(`SELECT ${modelColumns} FROM model WHERE guid = ?`);
  const files = db.prepare<
    [number],
    Omit<InventoryFile, 'needs' | 'derived' | 'requires' | 'missing' | 'textures' | keyof SceneUnits> & {
      needs: string;
      derived: string | null;
      requires: string | null;
      missing: string | null;
      textures: string | null;
      upAxis: SceneUnits['upAxis'] | null;
      unitMetres: number | null;
    }
  >(
    `SELECT format, lod, relative_path AS relativePath, topology_folder AS topologyFolder, variant, role,
       size_bytes AS sizeBytes, sha256, crc32, content_type AS contentType, triangles, needs, place, lod_from AS lodFrom,
       derived, requires, missing, textures, up_axis AS upAxis, unit_metres AS unitMetres,
       CASE WHEN size_bytes > ${limits.leafBytes} THEN
         (SELECT lower(hex(digest)) FROM leaf_digest WHERE leaf_digest.sha256 = unhex(file.sha256)) END AS leavesSha256
     FROM file WHERE model_id = ?
     ORDER BY CASE lod WHEN '1k' THEN 0 WHEN '10k' THEN 1 WHEN '100k' THEN 2 ELSE 3 END, relative_path`,
  );
  const readFiles = (modelId: number): InventoryFile[] =>
    files.all(modelId).map(({ needs, derived, requires, missing, textures, upAxis, unitMetres, ...row }) => ({
      ...row,
      needs: JSON.parse(needs),
      ...(derived !== null && { derived: JSON.parse(derived) }),
      ...(requires !== null && { requires: JSON.parse(requires) }),
      ...(missing !== null && { missing: JSON.parse(missing) }),
      ...(textures !== null && { textures: JSON.parse(textures) }),
      ...knownUnits({ upAxis, unitMetres }),
    }));
  const posters = db.prepare<[string, number, string], Poster>(
    `SELECT coalesce(poster.place, model.folder || '/' || poster.path) AS path, poster.place, poster.sha256, poster.content_type AS contentType,
       poster.size_bytes AS sizeBytes, ${posterTagExpression} AS tag
     FROM own_poster AS poster JOIN model ON model.id = poster.model_id
     WHERE model.guid = ? ORDER BY ? AND poster.content_type = 'image/webp', poster.size = ? DESC, poster.size_bytes DESC LIMIT 1`,
  );

  const popular = db.prepare(
    `SELECT 1 WHERE (SELECT max(id) FROM model) > ${mostSortedByAge}
       OR EXISTS (SELECT 1 FROM model WHERE popularity > 0)`,
  );

  let hasPopular = false;
  return {
    get(guid) {
      const row = modelCache.get(guid, () => byGuid.get(guid) ?? null);
      if (!row || isHidden(guid))
        throw new AppError(
          'MODEL_NOT_FOUND',
          sentence`There is no model ${{ guid }}. It may have been removed; search for it again.`,
        );
      return row;
    },
    files: (modelId) => fileCache.get(modelId, () => readFiles(modelId)) ?? [],
    poster: (guid, size, isWebpLast) => posters.get(guid, isWebpLast ? 1 : 0, size) ?? null,
    arePopular() {
      // Never becomes false again, so it is cached: every listing calls this.
      hasPopular ||= popular.get() !== undefined;
      return hasPopular;
    },
  };
}

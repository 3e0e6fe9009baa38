import type { Db } from '../../base/db/open-database.ts';
import type { Lod } from '../../contract/limits.ts';
import type { BlendFacts } from '../../inspect/blend/blend-facts.ts';
import type { BlendFile } from '../find-blend-files.ts';

export type MadeAsset = BlendFacts & {
  /** Hash of all inputs. */
  readonly source: string;
  readonly lod: Lod;
  readonly sha256: string;
  readonly sizeBytes: number;
};

export type AssetModel = Pick<
  BlendFile,
  'description' | 'license' | 'attribution' | 'tags' | 'category' | 'subcategory' | 'posterTag'
> & {
  readonly title: string;
  readonly isFree: boolean;
  /** Whether the model's own Blender file is already in the asset library. */
  readonly hasOwn: boolean;
};

type Row = Omit<AssetModel, 'tags' | 'isFree' | 'hasOwn'> & {
  readonly tags: string;
  readonly isFree: number;
  readonly hasOwn: number;
};

export function createMadeAssets(db: Db) {
  const model = db.prepare<[number], Row>(
    `SELECT title, description, license, attribution, tags, category, subcategory, poster_tag AS posterTag,
       price_cents = 0 AS isFree,
       EXISTS (SELECT 1 FROM file JOIN blend_file ON blend_file.sha256 = file.sha256
         WHERE file.model_id = model.id AND file.format = 'blend' AND (file.lod = '1k' OR price_cents = 0)) AS hasOwn
     FROM model WHERE id = ? AND host IS NULL`,
  );
  const find = db.prepare<[number], { source: string; sha256: string }>(
    'SELECT source, sha256 FROM made_asset WHERE model_id = ?',
  );
  const isUsed = db.prepare<[string], number>('SELECT 1 FROM made_asset WHERE sha256 = ? LIMIT 1').pluck();
  const remove = db.prepare('DELETE FROM made_asset WHERE model_id = ?');
  const insert = db.prepare(
    'INSERT INTO made_asset (model_id, source, lod, sha256, size_bytes, version, assets) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const all = db.prepare<[], { modelId: number; sha256: string }>(
    'SELECT model_id AS modelId, sha256 FROM made_asset',
  );
  return {
    model(modelId: number): AssetModel | null {
      const row = model.get(modelId);
      if (row === undefined) return null;
      return { ...row, tags: JSON.parse(row.tags), isFree: row.isFree === 1, hasOwn: row.hasOwn === 1 };
    },
    find: (modelId: number) => find.get(modelId) ?? null,
    isUsed: (sha256: string) => isUsed.get(sha256) === 1,
    /** Replaces the model's asset; null removes it. */
    put(modelId: number, made: MadeAsset | null): void {
      remove.run(modelId);
      if (made === null) return;
      const { source, lod, sha256, sizeBytes, version, assets } = made;
      insert.run(modelId, source, lod, sha256, sizeBytes, version, JSON.stringify(assets));
    },
    list: () => all.all(),
    removeAll: () => void db.exec('DELETE FROM made_asset'),
  };
}
export type MadeAssets = ReturnType<typeof createMadeAssets>;

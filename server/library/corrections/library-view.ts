import { z } from 'zod';
import type { Db } from '../../base/db/open-database.ts';
import { folderOf } from '../../contract/relative-path.ts';
import { openHidden } from './edits.ts';
import { type OwnRow, readLists } from './own-models.ts';
import { type About, openWaiting } from './waiting.ts';

/** A model of this server's library as admins see it; `unit` is the folder in which the scan found it. */
export type OwnModel = About & {
  readonly guid: string;
  readonly folder: string;
  readonly isWaiting: boolean;
  readonly isHidden: boolean;
};

const List = z.array(z.string());
type ModelRow = OwnRow & Pick<OwnModel, 'description' | 'attribution'> & { readonly scenes: string };

const modelColumns = `guid, folder, title, category, subcategory, tags, license, description, attribution,
  price_cents AS priceCents, lods, formats, triangles,
  (SELECT json_group_array(DISTINCT coalesce(file.place, model.folder || '/' || file.relative_path))
   FROM file WHERE file.model_id = model.id AND file.role = 'scene') AS scenes`;

const toModel = (row: ModelRow): OwnModel => ({
  ...row,
  ...readLists(row),
  scenes: List.parse(JSON.parse(row.scenes)).sort(),
  isWaiting: false,
  isHidden: false,
});

export function openLibraryView(db: Db) {
  const waiting = openWaiting(db);
  const hidden = openHidden(db);
  const published = db.prepare<[string], ModelRow>(
    `SELECT ${modelColumns} FROM model WHERE guid = ? AND host IS NULL`,
  );
  const unit = db.prepare<[string], { recognised: string | null; said: string }>(
    'SELECT recognised, said FROM scanned_folder WHERE folder = ?',
  );
  const Units = z.object({ models: z.array(z.string()) });

  const find = (guid: string): OwnModel | null => {
    const row = published.get(guid);
    if (row) return toModel(row);
    const model = waiting.find(guid);
    if (!model) return null;
    const { unit: _, ...shown } = model;
    const isHidden = hidden.has(guid);
    return { ...shown, isHidden, isWaiting: !isHidden };
  };

  return {
    find,
    /** True if the scan recognised models in this folder. */
    isUnit: (folder: string) => (unit.get(folder)?.recognised ?? null) !== null,
    /** True if a folder is one model in topology folders. */
    isExplicit: (folder: string) => unit.get(folder)?.recognised === null,
    /** Returns the folder in which the scan found a model, and the fields of its product.json. */
    unitOf({ folder }: Pick<OwnModel, 'folder'>): {
      readonly unit: string;
      readonly ownFields: readonly string[];
    } {
      for (let at = folder; ; at = folderOf(at)) {
        const row = unit.get(at);
        const isIts =
          row &&
          (row.recognised === null
            ? at === folder
            : Units.parse(JSON.parse(row.recognised)).models.includes(folder));
        if (isIts) return { unit: at, ownFields: List.parse(JSON.parse(row.said)) };
        if (at === '') return { unit: folder, ownFields: [] };
      }
    },
  };
}

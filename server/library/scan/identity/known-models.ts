import type { Db } from '../../../base/db/open-database.ts';
import { columnInFolder } from '../../corrections/folder-range.ts';

/** This server's own models, including those that a lost catalogue does not list yet. */
export type KnownModels = ReturnType<typeof createKnownModels>;

const noModel: readonly [id: number, guid?: string] = [0];
/** The catalogue appends to a content's SHA-256 only what depends on file names. */
const contentSigns = 64;

/** Queries model by model, so that one folder's scan stays cheap; hence only a complete scan finds what the catalogue lacks. */
export function createKnownModels(db: Db, isWhole: boolean) {
  const published = 'FROM model_identity WHERE is_held = 0 AND folder IS NOT NULL';
  const held = 'FROM model_identity WHERE is_held = 1 AND folder IS NOT NULL';
  const isLost = 'NOT EXISTS (SELECT 1 FROM model WHERE model.guid = model_identity.guid AND host IS NULL)';
  const numberOf = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const last = numberOf('SELECT coalesce(max(id), 0) FROM model_identity');
  /** A first scan would only find what its registry knows; skipping the queries saves seven statements per model. */
  const isFirst = last === 0 && numberOf('SELECT EXISTS (SELECT 1 FROM recognised_content)') === 0;
  const count = db
    .prepare<[], number>('SELECT (SELECT count(*) FROM model) - count(*) FROM model WHERE host IS NOT NULL')
    .pluck();
  const hasLost = isWhole && numberOf(`SELECT count(*) ${published}`) > (count.get() ?? 0);
  const guidOf = db
    .prepare<[string], [id: number, guid: string]>(`SELECT id, guid ${published} AND folder = ?`)
    .raw();
  const isListed = db
    .prepare<[string], number>('SELECT 1 FROM model WHERE folder = ? AND host IS NULL')
    .pluck();
  const folderOf = db.prepare<[string], string>(`SELECT folder ${published} AND guid = ?`).pluck();
  const beneathAll = (known: string) =>
    db.prepare<[], [string, string]>(`SELECT folder, guid ${known}`).raw();
  const all = beneathAll('FROM model WHERE host IS NULL');
  const allLost = beneathAll(`${published} AND ${isLost}`);
  const beneathRoot = (known: string) =>
    db
      .prepare<[{ root: string }], [string, string]>(
        `SELECT folder, guid ${known} AND ${columnInFolder('folder')}`,
      )
      .raw();
  const listed = beneathRoot('FROM model WHERE host IS NULL');
  const lost = beneathRoot(`${published} AND ${isLost}`);
  function* beneath(root: string) {
    yield* root === '' ? all.iterate() : listed.iterate({ root });
    if (hasLost) yield* root === '' ? allLost.iterate() : lost.iterate({ root });
  }
  const withContent = db
    .prepare<[string, string, number], string>(
      `SELECT guid FROM model_identity WHERE is_held = 0 AND substr(content_hash, 1, 12) = substr(?, 1, 12)
       AND substr(content_hash, 1, ${contentSigns}) = ? AND id <= ?
       AND NOT EXISTS (SELECT 1 FROM model WHERE model.guid = model_identity.guid AND host IS NOT NULL) ORDER BY guid`,
    )
    .pluck();
  const guidAt = db
    .prepare<[string], string>(
      `SELECT guid FROM model_scene JOIN model_identity USING (guid) WHERE place = ? AND is_held = 0 LIMIT 1`,
    )
    .pluck();
  const scenesOf = db.prepare<[string], string>('SELECT place FROM model_scene WHERE guid = ?').pluck();
  const guidBefore = db
    .prepare<[string], string>(
      `SELECT guid FROM recognised_content WHERE content = ? AND guid NOT IN (SELECT guid FROM model)
       AND NOT EXISTS (SELECT 1 ${published} AND model_identity.guid = recognised_content.guid)`,
    )
    .pluck();
  const heldAt = db.prepare<[string], string>(`SELECT guid ${held} AND folder = ?`).pluck();
  const heldFolderOf = db.prepare<[string], string>(`SELECT folder ${held} AND guid = ?`).pluck();
  return {
    /** The guid of the recognised model that has this scene file. */
    guidAt: (place: string) => (isFirst ? undefined : guidAt.get(place)),
    /** Scene files of a recognised model, relative to the library; empty for a model in topology folders. */
    scenesOf: (guid: string) => scenesOf.all(guid),
    /** The guid that the same files had before they disappeared. */
    guidBefore: (content: string) => (isFirst ? undefined : guidBefore.get(content)),
    /** The waiting or hidden model with this guid. */
    waitingAt(guid: string) {
      if (isFirst) return undefined;
      const folder = heldFolderOf.get(guid);
      return folder === undefined ? undefined : { folder, scenes: scenesOf.all(guid) };
    },
    /** The guid of the waiting or hidden model in a folder. */
    heldAt: (folder: string) => (isFirst ? undefined : heldAt.get(folder)),
    isListed: (folder: string) => isListed.get(folder) !== undefined,
    /** True if the catalogue was lost and lacks known models: a model that the scan has not met may still exist. */
    hasLost,
    guidOf(folder: string) {
      if (isFirst) return undefined;
      // There is almost never a second one, and sorting in SQL takes three times as long as finding them.
      const newest = guidOf.all(folder).reduce((one, other) => (other[0] > one[0] ? other : one), noModel);
      return newest[1];
    },
    folderOf: (guid: string) => (isFirst ? undefined : folderOf.get(guid)),
    /** Folder and guid of each model inside a folder; '' is the library. Do not use the database while iterating. */
    beneath,
    /** Guids of the models known before this scan that have this content. */
    withContent: (contentHash: string) => (last === 0 ? [] : withContent.all(contentHash, contentHash, last)),
    count: () => count.get() ?? 0,
  };
}

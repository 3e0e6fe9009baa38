import type { Db } from '../../base/db/open-database.ts';
import { openWaiting } from '../corrections/waiting.ts';
import { columnInFolder } from './folder-range.ts';

/** What the catalogue knows of this server's own models. */
export type KnownModels = {
  readonly guidOf: (folder: string) => string | undefined;
  readonly folderOf: (guid: string) => string | undefined;
  /** Folder and guid of all models in a folder; '' is the library. Nothing may be asked of the database meanwhile. */
  readonly beneath: (root: string) => Iterable<readonly [folder: string, guid: string]>;
  /** Guids of the models that were known before and have these contents. */
  readonly withContent: (contentHash: string) => readonly string[];
  readonly count: () => number;
  /** The guid of the recognised model that has this scene file. */
  readonly guidAt: (place: string) => string | undefined;
  /** Where the scene files of a recognised model lie, relative to the library; none of a model in topology folders. */
  readonly scenesOf: (guid: string) => readonly string[];
  /** The guid that the same files had before they were gone. */
  readonly guidBefore: (content: string) => string | undefined;
  /** The guid of the model that waits for an admin, or is hidden, in a folder. */
  readonly heldAt: (folder: string) => string | undefined;
  /** The model that waits for an admin under this guid. */
  readonly waitingAt: (
    guid: string,
  ) => { readonly folder: string; readonly scenes: readonly string[] } | undefined;
};

const noModel: readonly [id: number, guid?: string] = [0];
/** What follows the SHA-256 of a content in the catalogue says only how the files are called. */
const contentSigns = 64;

/** Asks the database model by model: a scan of one folder must not cost what a million others are. */
export function createKnownModels(db: Db): KnownModels {
  const own = 'FROM model WHERE host IS NULL';
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM model').pluck().get() ?? 0;
  const guidOf = db
    .prepare<[string], [id: number, guid: string]>(`SELECT id, guid ${own} AND folder = ?`)
    .raw();
  const folderOf = db.prepare<[string], string>(`SELECT folder ${own} AND guid = ?`).pluck();
  const all = db.prepare<[], [string, string]>(`SELECT folder, guid ${own}`).raw();
  const listed = db
    .prepare<[{ root: string }], [string, string]>(
      `SELECT folder, guid ${own} AND ${columnInFolder('folder')}`,
    )
    .raw();
  const withContent = db
    .prepare<[string, string, number], string>(
      `SELECT guid ${own} AND substr(content_hash, 1, 12) = substr(?, 1, 12)
       AND substr(content_hash, 1, ${contentSigns}) = ? AND id <= ? ORDER BY guid`,
    )
    .pluck();
  const count = db
    .prepare<[], number>('SELECT (SELECT count(*) FROM model) - count(*) FROM model WHERE host IS NOT NULL')
    .pluck();
  const guidAt = db
    .prepare<[string], string>(
      `SELECT guid FROM file JOIN model ON model.id = file.model_id
       WHERE file.place = ? AND file.role = 'scene' AND model.host IS NULL LIMIT 1`,
    )
    .pluck();
  const scenesOf = db
    .prepare<[string], string>(
      `SELECT DISTINCT place FROM file JOIN model ON model.id = file.model_id
       WHERE model.guid = ? AND file.role = 'scene' AND place IS NOT NULL`,
    )
    .pluck();
  const guidBefore = db
    .prepare<[string], string>(
      'SELECT guid FROM recognised_content WHERE content = ? AND guid NOT IN (SELECT guid FROM model)',
    )
    .pluck();
  const waiting = openWaiting(db);
  return {
    guidAt: (place) => guidAt.get(place),
    scenesOf(guid) {
      const scenes = scenesOf.all(guid);
      return scenes.length > 0 ? scenes : (waiting.find(guid)?.scenes ?? []);
    },
    guidBefore: (content) => guidBefore.get(content),
    waitingAt: (guid) => waiting.find(guid) ?? undefined,
    heldAt: waiting.guidAt,
    guidOf(folder) {
      // There is hardly ever a second, and a sort by the database takes three times as long as finding them.
      const newest = guidOf.all(folder).reduce((one, other) => (other[0] > one[0] ? other : one), noModel);
      return newest[1];
    },
    folderOf: (guid) => folderOf.get(guid),
    beneath: (root) => (root === '' ? all.iterate() : listed.iterate({ root })),
    withContent: (contentHash) => withContent.all(contentHash, contentHash, last),
    count: () => count.get() ?? 0,
  };
}

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '../base/clock.ts';
import { type Db, openDatabase } from '../base/db/open-database.ts';
import { createProblems, type Problem } from '../catalogue/write/problems.ts';
import { commonFolder } from '../shared/common-folder.ts';
import { type LibraryTotals, totalsOf } from './corrections/folder-view.ts';
import { openRules } from './corrections/rules.ts';
import { scanLibrary } from './scan/scan-library.ts';
import type { ScanOptions } from './scan/scan-options.ts';

type PreviewedModel = {
  readonly title: string;
  readonly category: string;
  readonly license: string;
  /** The folder that contains all its files, relative to the library. */
  readonly folder: string;
  readonly lods: readonly string[];
  readonly formats: readonly string[];
  readonly scenes: readonly string[];
};

export type Preview = {
  readonly models: readonly PreviewedModel[];
  readonly problems: readonly Problem[];
  readonly totals: LibraryTotals;
};

type Options = Pick<ScanOptions, 'pool' | 'libraryDir' | 'defaultPriceCents' | 'onProgress'> & {
  readonly isRecognising: boolean;
  readonly clock: Clock;
  /** Database whose corrections apply here as well. Only read, and may be missing. */
  readonly correctionsFrom?: string;
  readonly prepare?: (db: Db) => void;
};

type Row = Pick<PreviewedModel, 'title' | 'category' | 'license'> & {
  readonly lods: string;
  readonly formats: string;
  readonly scenes: string;
};

const listOf = (json: string): string[] => JSON.parse(json);

function readModels(db: Db): readonly PreviewedModel[] {
  const rows = db
    .prepare<[], Row>(
      `SELECT title, category, license, lods, formats, (
         SELECT json_group_array(DISTINCT coalesce(file.place, model.folder || '/' || file.relative_path))
         FROM file WHERE file.model_id = model.id AND file.role = 'scene') AS scenes
       FROM model ORDER BY folder`,
    )
    .all();
  return rows.map(({ title, category, license, ...row }) => {
    const scenes = listOf(row.scenes).sort();
    return {
      ...{ title, category, license },
      folder: commonFolder(scenes),
      lods: listOf(row.lods),
      formats: listOf(row.formats),
      scenes,
    };
  });
}

/** Copies models' corrections and identities, and lists waiting models as well. */
function copyEdits(own: Db, db: Db): void {
  const models = own
    .prepare<[], unknown[]>(
      `SELECT guid, folder, content_hash, added_at FROM model_identity WHERE guid IN (SELECT guid FROM model_edit)`,
    )
    .raw();
  const scenes = own
    .prepare<[], unknown[]>('SELECT guid, place FROM model_scene WHERE guid IN (SELECT guid FROM model_edit)')
    .raw();
  const edits = own.prepare<[], unknown[]>('SELECT guid, fields FROM model_edit').raw();
  const insertModel = db.prepare(
    'INSERT INTO model_identity (guid, folder, content_hash, is_held, added_at) VALUES (?, ?, ?, 0, ?)',
  );
  const insertScene = db.prepare('INSERT INTO model_scene (guid, place) VALUES (?, ?)');
  const insertEdit = db.prepare('INSERT INTO model_edit (guid, fields) VALUES (?, ?)');
  for (const row of models.iterate()) insertModel.run(...row);
  for (const row of scenes.iterate()) insertScene.run(...row);
  for (const row of edits.iterate()) insertEdit.run(...row);
}

function copyCorrections(file: string, db: Db): void {
  if (!existsSync(file)) return;
  const own: Db = new Database(file, { readonly: true });
  try {
    const [from, to] = [openRules(own), openRules(db)];
    for (const rule of from.list()) to.save(rule);
    for (const { place, label } of from.labels()) to.label(place, label);
    copyEdits(own, db);
  } finally {
    own.close();
  }
}

/** Returns what a scan of a library would publish and leave out, without changing anything. */
export const previewLibrary = (options: Options): Promise<Preview> =>
  scanAside(options, (db) => ({
    models: readModels(db),
    problems: createProblems(db).list(),
    totals: totalsOf(db),
  }));

/** Scans a library into a temporary database and returns what `read` finds there. */
export async function scanAside<T>(options: Options, read: (db: Db) => T): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lodestock-preview-'));
  const db = openDatabase(path.join(folder, 'preview.db'));
  try {
    options.prepare?.(db);
    if (options.correctionsFrom !== undefined) copyCorrections(options.correctionsFrom, db);
    await scanLibrary({ ...options, db, isKeepingGuids: false });
    return read(db);
  } finally {
    db.close();
    await rm(folder, { recursive: true, force: true });
  }
}

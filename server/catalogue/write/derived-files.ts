import type { Db } from '../../base/db/open-database.ts';
import { type LevelFormat, levelFormats } from '../../contract/catalogue/formats.ts';
import type { InventoryFile, Models } from '../model/models.ts';
import { planLevels } from '../model/plan-levels.ts';
import { formatsOf, lodsOf, topologiesOf } from './model-values.ts';

type Row = {
  readonly id: number;
  readonly format: string;
  readonly lod: InventoryFile['lod'];
  readonly role: InventoryFile['role'];
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly triangles: number | null;
  readonly key: string | null;
};

/** A file that this server made, as its inventory entry. */
export type MadeFile = {
  readonly file: InventoryFile;
  readonly key: string;
  /** When it was written, in nanoseconds since 1970 by the disk's clock. */
  readonly mark: bigint;
};

const columns =
  'id, format, lod, role, relative_path AS relativePath, size_bytes AS sizeBytes, triangles, derived_key AS key';

type Described = { readonly files: readonly InventoryFile[]; readonly license: string };

/** Finds a model's derived files that still match its originals. */
export function createKeptFiles(db: Db) {
  const derived = db.prepare<[number], Row>(
    `SELECT ${columns} FROM file WHERE model_id = ? AND derived IS NOT NULL`,
  );
  return (modelId: number, { files, license }: Described): readonly Row[] => {
    const rows = derived.all(modelId);
    if (rows.length === 0) return [];
    const plans = planLevels(files, license, levelFormats);
    return rows.filter(({ key }) => plans.some((plan) => plan.key === key));
  };
}

export type DerivedFiles = ReturnType<typeof createDerivedFiles>;

/** Writes derived files into the inventory. An original of the same level always takes precedence. */
export function createDerivedFiles(
  db: Db,
  models: Pick<Models, 'files'>,
  formats: () => readonly LevelFormat[],
) {
  const all = db.prepare<[number], Row>(`SELECT ${columns} FROM file WHERE model_id = ?`);
  const licenseOf = db
    .prepare<[number], string>('SELECT license FROM model WHERE id = ? AND host IS NULL')
    .pluck();
  const remove = db.prepare('DELETE FROM file WHERE id = ?');
  const insert = db.prepare<unknown[]>(
    `INSERT INTO file (model_id, relative_path, topology_folder, format, lod, variant, role, size_bytes, sha256, crc32,
       content_type, triangles, needs, textures, modified_ns, derived, derived_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const describe = db.prepare(
    `UPDATE model SET formats = ?, lods = ?, size_bytes = ?, topologies = ?, derived_changes = derived_changes + 1 WHERE id = ?`,
  );
  const withDerived = db
    .prepare<[], number>(
      `SELECT DISTINCT model_id FROM file JOIN model ON model.id = file.model_id
       WHERE file.derived IS NOT NULL AND model.host IS NULL`,
    )
    .pluck();
  const redescribe = (modelId: number) => {
    const files = all.all(modelId);
    const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    const lists = [formatsOf({ files }), lodsOf({ files })].map((list) => JSON.stringify(list));
    describe.run(...lists, sizeBytes, JSON.stringify(topologiesOf(files)), modelId);
  };
  const drop = (modelId: number, isKept: (row: Row) => boolean) => {
    for (const row of all.all(modelId)) if (row.key !== null && !isKept(row)) remove.run(row.id);
  };

  const withdraw = (modelIds: readonly number[]) =>
    db
      .transaction(() => {
        for (const modelId of modelIds) {
          drop(modelId, () => false);
          redescribe(modelId);
        }
      })
      .immediate();

  return {
    keys: (modelId: number) => all.all(modelId).flatMap(({ key }) => key ?? []),
    /** Adds derived files and drops outdated ones, inside a transaction. False, without changes, if the originals changed. */
    put(modelId: number, made: readonly MadeFile[]) {
      const license = licenseOf.get(modelId);
      if (license === undefined) return false;
      const files = models.files(modelId);
      const plans = planLevels(files, license, formats());
      const wanted = new Set(plans.map(({ key }) => key));
      if (!made.every(({ key }) => wanted.has(key))) return false;
      const nowMade = new Set(made.map(({ key }) => key));
      drop(modelId, ({ key }) => key !== null && wanted.has(key) && !nowMade.has(key));
      for (const { file, key, mark } of made) {
        const named = [
          file.relativePath,
          file.topologyFolder,
          file.format,
          file.lod,
          file.variant,
          file.role,
        ];
        const told = [file.sizeBytes, file.sha256, file.crc32, file.contentType, file.triangles];
        const lists = [JSON.stringify(file.needs), file.textures ? JSON.stringify(file.textures) : null];
        insert.run(modelId, ...named, ...told, ...lists, mark, JSON.stringify(file.derived), key);
      }
      redescribe(modelId);
      return true;
    },
    withdraw,
    /** Removes the derived files of every model of this server's library, and returns those models. */
    withdrawAll() {
      const found = withDerived.all();
      withdraw(found);
      return found;
    },
  };
}

import type { Db } from '../../base/db/open-database.ts';
import type { ModelData } from '../model/model-data.ts';

const toJson = (list: readonly unknown[] | null | undefined) => (list?.length ? JSON.stringify(list) : null);

/** Writes the rows that depend on a model: files and posters. */
export function createPartWriter(db: Db) {
  const clearFiles = db.prepare(
    'DELETE FROM file WHERE model_id = ? AND id NOT IN (SELECT value FROM json_each(?))',
  );
  const clearPosters = db.prepare('DELETE FROM poster WHERE model_id = ?');
  const insertFile = db.prepare<unknown[]>(
    `INSERT INTO file (model_id, relative_path, topology_folder, format, lod, variant, role, size_bytes, sha256, crc32,
       content_type, triangles, needs, modified_ns, place, lod_from, derived, requires, missing,
       textures, up_axis, unit_metres)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertDigest = db.prepare(
    'INSERT OR REPLACE INTO leaf_digest (sha256, digest) VALUES (unhex(?), unhex(?))',
  );
  const insertPoster = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO poster (model_id, size, path, place, sha256, content_type, size_bytes, modified_ns)
     VALUES (@modelId, @size, @path, @place, @sha256, @contentType, @sizeBytes, @mark)`,
  );

  const stampFile = db.prepare(
    'UPDATE file SET modified_ns = ? WHERE model_id = ? AND relative_path = ? AND modified_ns IS NOT ?',
  );
  const stampPoster = db.prepare(
    'UPDATE poster SET modified_ns = ? WHERE model_id = ? AND path = ? AND modified_ns IS NOT ?',
  );
  /** Stored in `modified_ns`, which once held a time. */
  const markOf = ({ marks }: ModelData, path: string) => BigInt(marks?.[path] ?? 0);

  return {
    /** Deletes everything except these derived files. */
    clear(modelId: number, keptFiles: readonly number[] = []) {
      clearFiles.run(modelId, JSON.stringify(keptFiles));
      clearPosters.run(modelId);
    },
    /** Only for a model without parts. */
    write(modelId: number, model: ModelData) {
      for (const file of model.files) {
        const { relativePath, topologyFolder, format, lod, variant, role, sizeBytes, sha256, crc32 } = file;
        const named = [relativePath, topologyFolder, format, lod, variant, role];
        const told = [sizeBytes, sha256, crc32, file.contentType, file.triangles, JSON.stringify(file.needs)];
        const derived = file.derived ? JSON.stringify(file.derived) : null;
        const lists = [file.requires, file.missing, file.textures].map(toJson);
        const found = [file.place ?? null, file.lodFrom ?? null, derived, ...lists];
        const units = [file.upAxis ?? null, file.unitMetres ?? null];
        insertFile.run(modelId, ...named, ...told, markOf(model, relativePath), ...found, ...units);
        if (file.leavesSha256) insertDigest.run(sha256, file.leavesSha256);
      }
      for (const poster of model.posters)
        insertPoster.run({ place: null, ...poster, modelId, mark: markOf(model, poster.path) });
    },
    /** Updates the marks of files that were touched but kept their bytes. */
    restamp(modelId: number, model: ModelData) {
      for (const { relativePath } of model.files) {
        const mark = markOf(model, relativePath);
        stampFile.run(mark, modelId, relativePath, mark);
      }
      for (const { path } of model.posters) {
        const mark = markOf(model, path);
        stampPoster.run(mark, modelId, path, mark);
      }
    },
  };
}

import type { Db } from '../../db/open-database.ts';
import type { ModelData } from './catalogue-writer.ts';
import { formatsOf, lodsOf } from './model-values.ts';

export type PartWriter = {
  readonly clear: (modelId: number) => void;
  /** For a model that has no parts yet. */
  readonly write: (modelId: number, model: ModelData) => void;
  /**
   * Does this work, and only then makes its models' words searchable, one after another: the search index writes out all
   * that it was told whenever a statement with triggers comes in between.
   */
  readonly together: (work: () => void) => void;
  /** Of files that were touched, but have the bytes that they had. */
  readonly restamp: (modelId: number, model: ModelData) => void;
};

/** Writes what hangs on a model's row: values to filter by, words to find, files, posters. */
export function createPartWriter(db: Db): PartWriter {
  const clear = ['model_value', 'file', 'poster'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE model_id = ?`),
  );
  const clearSearch = db.prepare('DELETE FROM model_search WHERE rowid = ?');
  const insertValue = db.prepare(
    'INSERT OR IGNORE INTO model_value (model_id, kind, value) VALUES (?, ?, ?)',
  );
  const insertSearch = db.prepare(
    'INSERT INTO model_search (rowid, title, category, tags, description) VALUES (?, ?, ?, ?, ?)',
  );
  const insertFile = db.prepare<unknown[]>(
    `INSERT INTO file (model_id, relative_path, topology_folder, format, lod, variant, role, size_bytes, sha256, crc32,
       content_type, triangles, needs, modified_ns)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertPoster = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO poster (model_id, size, path, sha256, content_type, size_bytes, modified_ns)
     VALUES (@modelId, @size, @path, @sha256, @contentType, @sizeBytes, @modifiedNs)`,
  );

  const stampFile = db.prepare(
    'UPDATE file SET modified_ns = ? WHERE model_id = ? AND relative_path = ? AND modified_ns IS NOT ?',
  );
  const stampPoster = db.prepare(
    'UPDATE poster SET modified_ns = ? WHERE model_id = ? AND path = ? AND modified_ns IS NOT ?',
  );
  /** The words of models by their id, while works are done together. */
  let pending: Map<number, readonly string[]> | null = null;
  const modifiedOf = ({ modifiedNs }: ModelData, path: string) => BigInt(modifiedNs?.[path] ?? 0);

  return {
    clear(modelId) {
      pending?.delete(modelId);
      for (const statement of [...clear, clearSearch]) statement.run(modelId);
    },
    write(modelId, model) {
      for (const tag of model.tags) insertValue.run(modelId, 'tag', tag);
      for (const format of formatsOf(model)) insertValue.run(modelId, 'format', format);
      for (const lod of lodsOf(model)) insertValue.run(modelId, 'lod', lod);
      const words = [...model.tags, ...model.keywords].join(' ');
      const category = `${model.category} ${model.subcategory}`;
      const searched = [model.title, category, words, model.description];
      if (pending) pending.set(modelId, searched);
      else insertSearch.run(modelId, ...searched);
      for (const file of model.files) {
        const { relativePath, topologyFolder, format, lod, variant, role, sizeBytes, sha256, crc32 } = file;
        const named = [relativePath, topologyFolder, format, lod, variant, role];
        const told = [sizeBytes, sha256, crc32, file.contentType, file.triangles, JSON.stringify(file.needs)];
        insertFile.run(modelId, ...named, ...told, modifiedOf(model, relativePath));
      }
      for (const poster of model.posters)
        insertPoster.run({ ...poster, modelId, modifiedNs: modifiedOf(model, poster.path) });
    },
    together(work) {
      const words = new Map<number, readonly string[]>();
      pending = words;
      try {
        work();
        for (const [modelId, searched] of words) insertSearch.run(modelId, ...searched);
      } finally {
        pending = null;
      }
    },
    restamp(modelId, model) {
      for (const { relativePath } of model.files) {
        const modified = modifiedOf(model, relativePath);
        stampFile.run(modified, modelId, relativePath, modified);
      }
      for (const { path } of model.posters) {
        const modified = modifiedOf(model, path);
        stampPoster.run(modified, modelId, path, modified);
      }
    },
  };
}

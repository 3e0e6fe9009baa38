import type { InventoryFile } from '../../catalogue/models.ts';
import { type Clock, toIso } from '../../clock.ts';
import type { Db } from '../../db/open-database.ts';
import { formatsOf, lodsOf } from './model-values.ts';
import { createPartWriter } from './part-writer.ts';

export type ModelData = {
  readonly guid: string;
  readonly folder: string;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly type: number;
  readonly category: string;
  readonly categorySlug: string;
  readonly subcategory: string;
  readonly subcategorySlug: string;
  readonly tags: readonly string[];
  readonly keywords: readonly string[];
  readonly license: string;
  readonly attribution: string | null;
  readonly priceCents: number;
  readonly sourceUpdatedAt: string | null;
  readonly animated: boolean;
  readonly rigged: boolean;
  readonly triangles: number | null;
  readonly files: readonly InventoryFile[];
  readonly posters: readonly PosterData[];
  /** When each file last changed, in nanoseconds since 1970 by the clock of the disk; absent for files elsewhere. */
  readonly modifiedNs?: Readonly<Record<string, string>>;
  /** Of files and posters: a change makes a new version. */
  readonly contentHash: string;
  /** Of all else. */
  readonly metadataHash: string;
};

export type PosterData = {
  readonly size: 'small' | 'medium' | 'large';
  readonly path: string;
  readonly sha256: string;
  readonly contentType: string;
  readonly sizeBytes: number;
};

export type CatalogueWriter = {
  /** Adds, updates or leaves alone; true when something changed. Index and row change together. */
  put(model: ModelData): boolean;
  /** The same for a model of a file host that the site follows, under the host's own version. */
  adopt(model: ModelData, origin: { host: number; version: number }): boolean;
  remove(guid: string): void;
  /** The address of the followed file host that has a model; null where none has it. */
  findHost(guid: string): string | null;
  transaction(work: () => void): void;
};

type Known = {
  readonly id: number;
  readonly version: number;
  readonly content_hash: string;
  readonly metadata_hash: string;
  readonly host: number | null;
};

type Placed = { readonly known: Known | undefined; readonly host: number | null; readonly version: number };

export function createCatalogueWriter(db: Db, clock: Clock): CatalogueWriter {
  const find = db.prepare<[string], Known>(
    'SELECT id, version, content_hash, metadata_hash, host FROM model WHERE guid = ?',
  );
  const upsert = db.prepare<unknown[]>(
    `INSERT INTO model (guid, folder, title, slug, description, type, category, category_slug, subcategory,
       subcategory_slug, tags, keywords, license, attribution, price_cents, version, source_updated_at, animated, rigged,
       triangles, formats, lods, size_bytes, content_hash, metadata_hash, host, popularity, added_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
       (SELECT count(*) FROM unlock WHERE guid = ?), ?, ?)
     ON CONFLICT (guid) DO UPDATE SET folder = excluded.folder, title = excluded.title, slug = excluded.slug,
       description = excluded.description, type = excluded.type, category = excluded.category,
       category_slug = excluded.category_slug, subcategory = excluded.subcategory,
       subcategory_slug = excluded.subcategory_slug, tags = excluded.tags, keywords = excluded.keywords,
       license = excluded.license, attribution = excluded.attribution, price_cents = excluded.price_cents,
       version = excluded.version, source_updated_at = excluded.source_updated_at, animated = excluded.animated,
       rigged = excluded.rigged, triangles = excluded.triangles, formats = excluded.formats, lods = excluded.lods,
       size_bytes = excluded.size_bytes, content_hash = excluded.content_hash,
       metadata_hash = excluded.metadata_hash, host = excluded.host, updated_at = excluded.updated_at`,
  );
  const lastVersion = db
    .prepare<[string], number>('SELECT version FROM model_version WHERE guid = ?')
    .pluck();
  const setVersion = db.prepare(
    `INSERT INTO model_version (guid, version) VALUES (?, ?)
     ON CONFLICT (guid) DO UPDATE SET version = max(version, excluded.version)`,
  );
  const parts = createPartWriter(db);
  const removeModel = db.prepare('DELETE FROM model WHERE id = ?');
  const findHost = db
    .prepare<[number], string>('SELECT url FROM sync_host WHERE id = ? AND is_listed = 1')
    .pluck();
  const write = (model: ModelData, { known, host, version }: Placed) => {
    const now = toIso(clock());
    const { lastInsertRowid } = upsert.run(...toRow(model, version), host, model.guid, now, now);
    setVersion.run(model.guid, version);
    if (known) parts.clear(known.id);
    parts.write(known?.id ?? Number(lastInsertRowid), model);
    return true;
  };

  return {
    put(model) {
      const known = find.get(model.guid);
      const isSameContent = known?.host === null && known.content_hash === model.contentHash;
      if (isSameContent && known.metadata_hash === model.metadataHash) {
        parts.restamp(known.id, model);
        return false;
      }
      const version = isSameContent ? known.version : (lastVersion.get(model.guid) ?? 0) + 1;
      return write(model, { known, host: null, version });
    },
    adopt(model, { host, version }) {
      const known = find.get(model.guid);
      const isSame =
        known?.host === host &&
        known.version === version &&
        known.content_hash === model.contentHash &&
        known.metadata_hash === model.metadataHash;
      return isSame ? false : write(model, { known, host, version });
    },
    findHost(guid) {
      const host = find.get(guid)?.host ?? null;
      return host === null ? null : (findHost.get(host) ?? null);
    },
    remove(guid) {
      const known = find.get(guid);
      if (!known) return;
      parts.clear(known.id);
      removeModel.run(known.id);
    },
    transaction: (work) => db.transaction(() => parts.together(work)).immediate(),
  };
}

/** The columns that both writers fill, in the order of the statement. */
function toRow(model: ModelData, version: number): readonly unknown[] {
  return [
    ...[model.guid, model.folder, model.title, model.slug, model.description, model.type],
    ...[model.category, model.categorySlug, model.subcategory, model.subcategorySlug],
    ...[JSON.stringify(model.tags), JSON.stringify(model.keywords), model.license, model.attribution],
    ...[model.priceCents, version, model.sourceUpdatedAt, Number(model.animated), Number(model.rigged)],
    ...[model.triangles, JSON.stringify(formatsOf(model)), JSON.stringify(lodsOf(model))],
    ...[model.files.reduce((sum, file) => sum + file.sizeBytes, 0), model.contentHash, model.metadataHash],
  ];
}

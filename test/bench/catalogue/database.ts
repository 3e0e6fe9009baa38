import path from 'node:path';
import { type Db, openDatabase } from '../../../server/base/db/open-database.ts';
import { toSlug } from '../../../server/base/text.ts';
import type { BenchRecord } from './records.ts';

export type Records = { readonly count: number; readonly at: (index: number) => BenchRecord };

const now = '2026-01-01T00:00:00.000Z';

const toRow = (record: BenchRecord) => ({
  ...record,
  guid: `bench-${record.id}`,
  folder: `bench-${record.id}`,
  slug: toSlug(record.title),
  categorySlug: toSlug(record.category),
  subcategorySlug: record.subcategory === '' ? '' : toSlug(record.subcategory),
  tags: JSON.stringify(record.tags),
  formats: JSON.stringify(record.formats),
  lods: JSON.stringify(record.lods),
  topologies: JSON.stringify(record.topologies),
  animated: Number(record.animated),
  rigged: Number(record.rigged),
  now,
});

/** A database of the server's own schema with the rows of all records, as a finished scan leaves them. */
export function fillDatabase(folder: string, records: Records): Db {
  const db = openDatabase(path.join(folder, 'lodestock.db'));
  db.pragma('synchronous = OFF');
  const insert = db.prepare(
    `INSERT INTO model (id, guid, folder, title, slug, description, type, category, category_slug, subcategory,
       subcategory_slug, tags, keywords, license, attribution, price_cents, version, source_updated_at, animated, rigged,
       triangles, formats, lods, size_bytes, topologies, colour, popularity, content_hash, metadata_hash, added_at, updated_at)
     VALUES (@id, @guid, @folder, @title, @slug, @description, @type, @category, @categorySlug, @subcategory,
       @subcategorySlug, @tags, '[]', @license, NULL, 100, 1, NULL, @animated, @rigged,
       @triangles, @formats, @lods, @sizeBytes, @topologies, @colour, @popularity, 'made', 'made', @now, @now)`,
  );
  const step = 50_000;
  for (let start = 0; start < records.count; start += step) {
    db.transaction(() => {
      for (let index = start; index < Math.min(start + step, records.count); index += 1)
        insert.run(toRow(records.at(index)));
    })();
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
  return db;
}

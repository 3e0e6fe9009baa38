import type { Db } from '../base/db/open-database.ts';
import { fromStored, reasonOf, type Stored } from '../catalogue/write/problems.ts';
import type { Words } from '../contract/sentence.ts';
import { publishedPlaceOf } from '../files/published-places.ts';
import { openWaiting } from '../library/corrections/waiting.ts';
import type { VersionFile, VersionRow } from './publish-rows.ts';

type FileRow = VersionFile & { readonly place: string | null };
type ModelRow = { readonly id: number; readonly version: number; readonly priceCents: number };

export function openShownModels(db: Db) {
  const model = db.prepare<[string, string], ModelRow>(
    'SELECT id, version, price_cents AS priceCents FROM model WHERE guid = ? AND folder = ? AND host IS NULL',
  );
  const files = db.prepare<[number], FileRow>(
    `SELECT relative_path AS relativePath, place, size_bytes AS sizeBytes, sha256 FROM file
     WHERE model_id = ? AND derived IS NULL ORDER BY relative_path`,
  );
  const problem = db.prepare<[{ place: string }], Stored<{ readonly reason: string }>>(
    "SELECT reason, sentence FROM problem WHERE path = @place OR path LIKE @place || '/%' ORDER BY path LIMIT 1",
  );
  const waiting = openWaiting(db);
  const find = (guid: string) => model.get(guid, publishedPlaceOf(guid));
  return {
    isWaiting: (guid: string) => waiting.find(guid) !== null && find(guid) === undefined,
    priceCents: (guid: string) => find(guid)?.priceCents ?? null,
    /** A model's current state, stored when a new version replaces it; null if the catalogue does not show it. */
    version(guid: string): Omit<VersionRow, 'publishId' | 'replacedAt'> | null {
      const row = find(guid);
      if (row === undefined) return null;
      const { id, version, priceCents } = row;
      const inFolder = publishedPlaceOf(guid).length + 1;
      const kept = files.all(id).map(({ place, ...file }) => ({
        ...file,
        relativePath: place === null ? file.relativePath : place.slice(inFolder),
      }));
      return { version, priceCents, files: kept };
    },
    /** Why the catalogue does not show a model's folder, as a sentence; null if it is shown or waits. */
    whyAbsent(guid: string): Words | null {
      if (find(guid) !== undefined || waiting.find(guid) !== null) return null;
      const found = problem.get({ place: publishedPlaceOf(guid) });
      return found ? reasonOf(fromStored(found)) : 'The server found no model in these files.';
    },
  };
}

export type ShownModels = ReturnType<typeof openShownModels>;

import path from 'node:path';
import type { Db } from '../base/db/open-database.ts';

/** The catalogue's places of published models. No library has such a folder, because dot files are ignored. */
export const publishedRoot = '.published';

export const publishedPlaceOf = (guid: string) => `${publishedRoot}/${guid}`;

/** Whether a place belongs to a model published here, so is in the data folder. */
export const isPublished = (place: string) =>
  place === publishedRoot || place.startsWith(`${publishedRoot}/`);

type Placed = { readonly place: string; readonly disk: string };

export const publishFolder = (publishedDir: string, publishId: string) => path.join(publishedDir, publishId);

const none: readonly Placed[] = [];

/** Finds the folders of published models. Other places cost no query. */
export function openPublishedPlaces(db: Db, publishedDir: string) {
  const find = db.prepare<[string], string>('SELECT publish_id FROM published_model WHERE guid = ?').pluck();
  const all = db.prepare<[], string>('SELECT guid FROM published_model ORDER BY guid').pluck();
  return {
    /** The folder that contains a place; none if the place is not of a published model. */
    around(place: string): readonly Placed[] {
      if (!isPublished(place)) return none;
      const [, guid = ''] = place.split('/');
      const publishId = find.get(guid);
      if (publishId === undefined) return none;
      return [{ place: publishedPlaceOf(guid), disk: publishFolder(publishedDir, publishId) }];
    },
    list: (): readonly string[] => all.all().map(publishedPlaceOf),
  };
}

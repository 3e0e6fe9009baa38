import type { Db } from '../base/db/open-database.ts';
import { isHidden } from '../base/sight.ts';

export function createIsPublisherOf(db: Db) {
  const find = db
    .prepare<[string, string], number>('SELECT 1 FROM published_model WHERE guid = ? AND account_id = ?')
    .pluck();
  return (guid: string, accountId: string): boolean =>
    !isHidden(guid) && find.get(guid, accountId) !== undefined;
}

import type { Db } from '../../base/db/open-database.ts';

/** The address of the file host that has a model, without a slash at the end; null: this server's own library. */
export type HostUrlOf = (guid: string) => string | null;

/** Asks nothing of the database where no host is followed. */
export function createHostUrls(db: Db, hosts: readonly string[]): HostUrlOf {
  if (hosts.length === 0) return () => null;
  const find = db
    .prepare<[string], string>(
      'SELECT sync_host.url FROM model JOIN sync_host ON sync_host.id = model.host WHERE model.guid = ?',
    )
    .pluck();
  return (guid) => find.get(guid) ?? null;
}

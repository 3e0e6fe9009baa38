import type { Db } from '../base/db/open-database.ts';
import type { CatalogueWriter } from '../catalogue/write/catalogue-writer.ts';

type Parts = {
  readonly db: Db;
  readonly writer: CatalogueWriter;
  /** Whether models of this server's own library are left over too: a site alone has no library. */
  readonly withLibrary: boolean;
};

const atOnce = 500;

/**
 * Removes the models of hosts that the settings no longer name, and what is remembered of those hosts. Only once every
 * followed host was read to its end, so that a host with a new address has taken over its models before.
 */
export function createRemoveOrphans({ db, writer, withLibrary }: Parts): () => boolean {
  const isComplete = db
    .prepare<[], number>(
      "SELECT count(*) = 0 FROM sync_host WHERE is_listed = 1 AND (epoch IS NULL OR pass_kind <> 'none')",
    )
    .pluck();
  const orphans = db
    .prepare<[number, number], string>(
      `SELECT guid FROM model WHERE host IN (SELECT id FROM sync_host WHERE is_listed = 0) OR (? AND host IS NULL)
       LIMIT ?`,
    )
    .pluck();
  const clearProblems = db.prepare(
    `DELETE FROM problem WHERE kind GLOB 'host*' AND EXISTS (SELECT 1 FROM sync_host WHERE is_listed = 0
       AND (path = url OR substr(path, 1, length(url) + 1) = url || '/'))`,
  );
  const forget = db.prepare('DELETE FROM sync_host WHERE is_listed = 0');
  const removeSome = () => {
    const gone = orphans.all(Number(withLibrary), atOnce);
    for (const guid of gone) writer.remove(guid);
    if (gone.length === 0) {
      clearProblems.run();
      forget.run();
    }
    return gone.length;
  };
  let isOver = false;

  return () => {
    if (isOver || isComplete.get() !== 1) return false;
    let removed = 0;
    for (;;) {
      const count = db.transaction(removeSome).immediate();
      if (count === 0) break;
      removed += count;
    }
    isOver = true;
    return removed > 0;
  };
}

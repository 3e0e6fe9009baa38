import type { Db } from '../base/db/open-database.ts';
import type { CatalogueWriter } from '../catalogue/write/catalogue-writer.ts';
import type { LetGo } from './let-go.ts';
import type { ProductRows } from './product-rows.ts';

type Parts = {
  readonly db: Db;
  readonly writer: CatalogueWriter;
  readonly products: Pick<ProductRows, 'noteLostMirrors'>;
  readonly letGo: LetGo;
  /** Whether models of this server's own library count as orphans too, as on a pure site, which has no library. */
  readonly withLibrary: boolean;
};

type Orphan = { readonly guid: string; readonly host: number | null };

const atOnce = 500;

/**
 * Removes models of hosts that the settings no longer name, and the records of those hosts. Waits until every followed
 * host was fully read, so that a host with a new address has taken over its models. Models that a followed host also
 * has stay.
 */
export function createRemoveOrphans({ db, writer, products, letGo, withLibrary }: Parts): () => boolean {
  const isComplete = db
    .prepare<[], number>(
      "SELECT count(*) = 0 FROM sync_host WHERE is_listed = 1 AND (epoch IS NULL OR pass_kind <> 'none')",
    )
    .pluck();
  const orphans = db.prepare<[number, number], Orphan>(
    `SELECT guid, host FROM model WHERE host IN (SELECT id FROM sync_host WHERE is_listed = 0) OR (? AND host IS NULL)
     LIMIT ?`,
  );
  const clearProblems = db.prepare(
    `DELETE FROM problem WHERE kind GLOB 'host*' AND EXISTS (SELECT 1 FROM sync_host WHERE is_listed = 0
       AND (path = url OR substr(path, 1, length(url) + 1) = url || '/'))`,
  );
  const forget = db.prepare('DELETE FROM sync_host WHERE is_listed = 0');
  let hasLost = false;
  const removeSome = () => {
    const gone = orphans.all(Number(withLibrary), atOnce);
    for (const { guid, host } of gone) {
      if (host === null) writer.remove(guid);
      else letGo(guid, host);
    }
    if (gone.length === 0) {
      clearProblems.run();
      hasLost = forget.run().changes > 0 && products.noteLostMirrors();
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
    return removed > 0 || hasLost;
  };
}

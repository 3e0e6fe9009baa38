import type { Db } from '../base/db/open-database.ts';
import type { ApplyChange, Change } from './apply-change.ts';
import type { HostRow, HostRows } from './host-rows.ts';
import type { ProductRows } from './product-rows.ts';

type Parts = {
  readonly db: Db;
  readonly rows: HostRows;
  readonly products: ProductRows;
  readonly apply: ApplyChange;
};

/** Files per transaction, so that other writers never wait long. */
const filesAtOnce = 4000;
const sweptAtOnce = 500;

const filesOf = ({ outcome }: Change) => (outcome.kind === 'product' ? outcome.model.files.length : 1);

function toGroups(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [[]];
  let files = 0;
  for (const change of changes) {
    groups.at(-1)?.push(change);
    files += filesOf(change);
    if (files < filesAtOnce) continue;
    groups.push([]);
    files = 0;
  }
  return groups;
}

/** Writes what was read from a host; each transaction includes its cursor. Returns whether the catalogue changed. */
export function createApplyPage({ db, rows, products, apply }: Parts) {
  return {
    apply(row: HostRow, changes: readonly Change[], next: number): boolean {
      const groups = toGroups(changes);
      const write = (group: readonly Change[], isLast: boolean) => {
        const changed = group.filter((change) => apply(row, change));
        rows.save({ ...row, cursor: isLast ? next : (group.at(-1)?.offset ?? row.cursor) });
        return changed.length > 0;
      };
      const written = groups.map((group, index) =>
        db.transaction(() => write(group, index === groups.length - 1)).immediate(),
      );
      return written.includes(true);
    },

    /** Ends a pass: removes the products that it did not see. */
    sweep(row: HostRow): boolean {
      let hasChanged = false;
      let after = '';
      const removeSome = () => {
        const gone = products.unseen({ host: row.id, pass: row.pass, after, limit: sweptAtOnce });
        for (const guid of gone) {
          const removed = apply(row, { guid, offset: 0, version: 0, outcome: { kind: 'removed' } });
          hasChanged = removed || hasChanged;
          products.remove(row.id, guid);
        }
        const isEnd = gone.length < sweptAtOnce;
        if (isEnd) rows.save({ ...row, passKind: 'none' });
        after = gone.at(-1) ?? '';
        return isEnd;
      };
      while (!db.transaction(removeSome).immediate());
      return hasChanged;
    },
  };
}

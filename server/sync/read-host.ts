import type { Core } from '../base/core.ts';
import type { Problems } from '../catalogue/write/problems.ts';
import type { SyncTimes } from '../config/tuning.ts';
import type { ChangesAnswer, HostChange } from './answers.ts';
import type { ApplyChange } from './apply-change.ts';
import { createApplyPage } from './apply-page.ts';
import { createFetchOutcomes } from './fetch-outcomes.ts';
import type { HostClient } from './host-client.ts';
import { HostFault } from './host-fault.ts';
import type { HostRow, HostRows } from './host-rows.ts';
import type { ProductRows } from './product-rows.ts';
import { reconcileHostStatus } from './reconcile-host.ts';

/** Limits of a full read: restarts of the host, and pages past the end that it first named. */
const mostBeginnings = 3;
const mostPagesBeyond = 100;

/** A host may start over and grow while it is read, but reading it must end. Throws HostFault. */
function createReadLimit(url: string) {
  const unending = (what: string) => new HostFault(url, what, { isUnending: true });
  let beginnings = 0;
  let end = 0;
  let pagesBeyond = 0;
  const start = (head: number) => {
    end = head;
    pagesBeyond = 0;
  };
  return {
    beginAnew(head: number) {
      start(head);
      beginnings += 1;
      if (beginnings <= mostBeginnings) return;
      beginnings = 0;
      throw unending('keeps starting over before it has been read completely.');
    },
    page({ hasMore, next, head }: ChangesAnswer) {
      if (!hasMore) {
        beginnings = 0;
        start(head);
        return;
      }
      pagesBeyond += next > end ? 1 : 0;
      if (pagesBeyond <= mostPagesBeyond) return;
      start(head);
      throw unending('keeps adding changes, so it cannot be read completely.');
    },
  };
}

type ReadHostParts = Pick<Core, 'db' | 'clock'> & {
  readonly id: number;
  readonly client: HostClient;
  readonly rows: HostRows;
  readonly products: ProductRows;
  readonly problems: Problems;
  readonly apply: ApplyChange;
  readonly defaultPriceCents: number | null;
  readonly times: Pick<SyncTimes, 'wait' | 'retry' | 'compare'>;
};

export type Turn = {
  /** Whether the host has no more for now. */
  readonly isDone: boolean;
  readonly hasChanged: boolean;
  /** Number of changes not read yet. */
  readonly behind: number;
};

const pageSizes = { fetch: 100, compare: 1000, none: 100 } as const;
const retriedAtOnce = 20;

function lastOfEach(changes: readonly HostChange[]) {
  const last = new Map(changes.map(({ guid, offset }) => [guid, offset]));
  return changes.filter(({ guid, offset }) => last.get(guid) === offset);
}

/**
 * Reads one file host: each turn reads a page and applies it, with its cursor, in one transaction. Everything that must
 * survive a crash is in the database. Throws HostFault.
 */
export function createReadHost(parts: ReadHostParts): (signal: AbortSignal) => Promise<Turn> {
  const { db, id, client, rows, products, problems, clock, times } = parts;
  const { url } = rows.get(id);
  const fetchOutcomes = createFetchOutcomes({ url, client, defaultPriceCents: parts.defaultPriceCents });
  const page = createApplyPage(parts);
  const readLimit = createReadLimit(url);
  let comparedAt = Number.NEGATIVE_INFINITY;

  const meet = async (signal: AbortSignal) => {
    const status = await client.status(signal);
    const now = clock();
    const before = rows.get(id);
    const mayCompare = now - comparedAt >= times.compare;
    const row = db
      .transaction(() => reconcileHostStatus(before, status, { rows, problems, now, mayCompare }))
      .immediate();
    if (row.passKind === 'compare' && row.pass !== before.pass) comparedAt = now;
    if (row.pass !== before.pass) readLimit.beginAnew(status.head);
    return { row, status };
  };

  const readPage = async ({ cursor, passKind, epoch }: HostRow, waitMs: number, signal: AbortSignal) => {
    const found = await client.changes({ since: cursor, limit: pageSizes[passKind], waitMs }, signal);
    if (found.epoch !== epoch)
      throw new HostFault(url, 'changed its epoch between two answers.', { isDown: true });
    const isKnown = ({ guid, offset }: HostChange) => {
      const known = passKind === 'compare' ? products.find(id, guid) : null;
      return known?.seq === offset && known.isRemoved === 0 && known.triedAt === null;
    };
    return { found, changes: await fetchOutcomes(lastOfEach(found.changes), { isKnown, signal }) };
  };

  const retryRefused = async (row: HostRow, signal: AbortSignal) => {
    const guids = products.refused({ host: id, before: clock() - times.retry, limit: retriedAtOnce });
    if (guids.length === 0) return false;
    const wanted = guids.map((guid): HostChange => {
      const offset = products.find(id, guid)?.seq ?? 0;
      return { guid, offset, version: 0, op: 'upsert' };
    });
    const changes = await fetchOutcomes(wanted, { isKnown: () => false, signal });
    return page.apply(row, changes, row.cursor);
  };

  return async (signal) => {
    const { row, status } = await meet(signal);
    const isInPass = row.passKind !== 'none';
    const mayWait = !isInPass && row.cursor >= status.head && !products.isAwaited(id);
    const waitMs = mayWait ? times.wait : 0;
    const { found, changes } = await readPage(row, waitMs, signal);
    const hasApplied = page.apply(row, changes, found.next);
    readLimit.page(found);
    const behind = Math.max(0, found.head - found.next);
    if (found.hasMore) return { isDone: false, hasChanged: hasApplied, behind };
    const now = rows.get(id);
    if (!isInPass) {
      const hasChanged = (await retryRefused(now, signal)) || hasApplied;
      return { isDone: !products.isAwaited(id), hasChanged, behind };
    }
    const hasSwept = status.ready && found.next >= found.head && page.sweep(now);
    return { isDone: true, hasChanged: hasApplied || hasSwept, behind };
  };
}

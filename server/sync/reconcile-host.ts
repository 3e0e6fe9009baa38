import { toIso } from '../base/clock.ts';
import { type Problems, toProblem } from '../catalogue/write/problems.ts';
import { sentence } from '../contract/sentence.ts';
import type { StatusAnswer } from './answers.ts';
import { HostFault } from './host-fault.ts';
import type { HostRow, HostRows } from './host-rows.ts';

type Parts = {
  readonly rows: HostRows;
  readonly problems: Problems;
  readonly now: number;
  /** Whether a restarted host can be compared with what is known of it. */
  readonly mayCompare: boolean;
};

const fromTheStart = (row: HostRow, status: StatusAnswer) => ({
  ...row,
  cursor: 0,
  pass: row.pass + 1,
  startedAt: status.startedAt,
});

/**
 * Decides from a host's status where to continue reading: at the cursor, or from the start because the epoch changed,
 * offsets went back, or the host was restarted and may be an older copy of itself. Saves and returns the row.
 */
export function reconcileHostStatus(row: HostRow, status: StatusAnswer, parts: Parts): HostRow {
  const { rows, problems, now, mayCompare } = parts;
  const { hostId, epoch, head } = status;
  const twin = rows.findTwin(hostId, row.id);
  if (twin !== null)
    throw new HostFault(
      row.url,
      sentence`is the same file host as ${{ other: twin }}. Remove one from LODESTOCK_HOSTS.`,
    );
  const save = (next: HostRow) => {
    rows.save(next);
    return next;
  };
  if (row.hostId !== hostId || row.epoch !== epoch) {
    problems.clear(row.url, 'host-history');
    const next = fromTheStart(row, status);
    return save({ ...next, hostId, epoch, epochPass: next.pass, passKind: 'fetch', lostOffset: null });
  }
  if (head < row.cursor) {
    const reason = sentence`The file host ${{ host: row.url }} went back from change ${{ from: row.cursor }} to ${{ to: head }} without a new epoch, as if an old copy of its data were restored. Everything is read again. Restore hosts with the restore command, which starts a new epoch.`;
    problems.set(toProblem(row.url, 'host-history', reason), toIso(now));
    const lostOffset = Math.max(row.cursor, row.lostOffset ?? 0);
    return save({ ...fromTheStart(row, status), passKind: 'fetch', lostOffset });
  }
  if (row.lostOffset !== null && head >= row.lostOffset && row.passKind === 'none') {
    problems.clear(row.url, 'host-history');
    return save({ ...row, lostOffset: null });
  }
  const isStartedAnew = row.startedAt !== status.startedAt && row.passKind === 'none';
  return isStartedAnew && mayCompare ? save({ ...fromTheStart(row, status), passKind: 'compare' }) : row;
}

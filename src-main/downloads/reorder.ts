import type { DownloadJob } from '../ipc/contract.ts';
import { byTurn, isFinished } from './job.ts';

export type Move = 'first' | 'earlier' | 'later' | 'last';

const hasTurn = ({ status }: DownloadJob) =>
  status === 'queued' || status === 'waiting' || status === 'paused';

/** The new positions of the jobs that a move among those of the same priority changes. */
export function findMove(
  jobs: readonly DownloadJob[],
  moved: DownloadJob,
  to: Move,
): ReadonlyMap<string, { readonly position: number }> {
  const others = jobs.filter((job) => !isFinished(job) && job.priority === moved.priority).toSorted(byTurn);
  const line = others.filter(hasTurn);
  const index = line.findIndex(({ id }) => id === moved.id);
  const other = { first: line[0], earlier: line[index - 1], later: line[index + 1], last: line.at(-1) }[to];
  if (index === -1 || other === undefined || other.id === moved.id) return new Map();
  // What runs now would have its turn again after a restart.
  if (to === 'first') return new Map([[moved.id, { position: (others[0] ?? other).position - 1 }]]);
  if (to === 'last') return new Map([[moved.id, { position: other.position + 1 }]]);
  return new Map([
    [moved.id, { position: other.position }],
    [other.id, { position: moved.position }],
  ]);
}

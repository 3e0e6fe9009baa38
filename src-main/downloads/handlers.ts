import type { FeatureHandlers } from '../ipc/handlers.ts';
import type { DownloadQueue } from './queue.ts';

export function createDownloadHandlers(queue: DownloadQueue): FeatureHandlers<'downloads'> {
  return {
    'downloads.read': queue.read,
    'downloads.add': queue.add,
    'downloads.cancel': ({ id }) => queue.cancel(id),
    'downloads.retry': ({ id }) => queue.retry(id),
    'downloads.clearFinished': queue.clearFinished,
  };
}

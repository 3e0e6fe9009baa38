import type { DownloadJob, DownloadsChange } from '../../src-main/platform/ipc/contract.ts';

/** A download under way; the change makes it another one. */
export function makeJob(change: Partial<DownloadJob> = {}): DownloadJob {
  return {
    id: 'job-1',
    guid: 'g-1',
    title: 'Oak Chair',
    format: 'fbx',
    lod: '10k',
    variant: null,
    relativePath: '10k/oak-chair.fbx',
    status: 'downloading',
    receivedBytes: 1_200_000,
    totalBytes: 2_400_000,
    bytesPerSecond: 60_000,
    fileCount: 5,
    maxPriceUsd: 0,
    account: 'Ada',
    library: '/home/ada/Lodestock',
    contentSha256: null,
    position: 1,
    priority: 'normal',
    chargedUsd: null,
    server: 'bundled',
    retryAt: null,
    edited: 'ask',
    error: null,
    filePath: null,
    addedAt: '2026-05-04T10:00:00Z',
    finishedAt: null,
    ...change,
  };
}

/** What the main process reports about these jobs. */
export function changeTo(...jobs: readonly DownloadJob[]): DownloadsChange {
  const summary = {
    ...{ active: 0, paused: 0, receivedBytes: 0, totalBytes: 0 },
    ...{ bytesPerSecond: 0, secondsLeft: null, fraction: null },
  };
  return { revision: 2, jobs: [...jobs], removed: [], summary };
}

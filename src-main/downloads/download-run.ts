import type { DownloadJob, DownloadRequest } from '../ipc/contract.ts';

/** What a run may tell of its job. */
export type JobPatch = Partial<Omit<DownloadJob, 'id' | keyof DownloadRequest>>;

/** Runs one job. Rejects with an AppError to show, or with the signal's reason. */
export type RunDownload = (
  job: DownloadJob,
  control: {
    readonly signal: AbortSignal;
    readonly report: (patch: JobPatch) => void;
  },
) => Promise<{ readonly filePath: string }>;

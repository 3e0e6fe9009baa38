import type { Sharing } from '../library/lease.ts';
import type { LibraryRoots } from '../library/roots.ts';
import type { DownloadJob } from '../platform/ipc/contract.ts';
import type { Http } from '../platform/network/http.ts';
import type { ServerClient } from '../server-connection/server-client.ts';
import type { createJudge } from './commit/local-files.ts';
import type { DiskSpace, SpaceClaim } from './queue/disk-space.ts';
import type { RunDownload } from './queue/job.ts';
import type { ManyFiles } from './staging/many-files.ts';
import type { FindContent } from './staging/reuse-file.ts';
import type { Staging } from './staging/staging.ts';
import type { Bandwidth } from './transfer/bandwidth.ts';
import type { DownloadPatience } from './transfer/fetch-file.ts';
import type { Plan } from './transfer/plan.ts';
import type { Slots } from './transfer/slots.ts';

export type DownloadTools = {
  readonly http: Http;
  /** Returns a client for the server and account of the job only. */
  readonly clientOf: (job: DownloadJob) => ServerClient;
  readonly slots: Slots;
  readonly space: DiskSpace;
  readonly bandwidth?: Bandwidth | undefined;
  readonly patience: DownloadPatience;
  readonly roots: LibraryRoots;
  readonly sharing: Sharing;
  readonly serverUrl: () => string;
  readonly findContent?: FindContent | undefined;
  /** Default `process.platform`; tests set it. */
  readonly platform?: string | undefined;
  /** Called when a model's folder has changed; null if it could be any folder. */
  readonly onLibraryChange: (folder: string | null) => void;
};

/** One running download: its job, its plan, and where its files go. */
export type Download = Parameters<RunDownload>[1] & {
  readonly job: DownloadJob;
  readonly plan: Plan;
  readonly tools: DownloadTools;
  readonly client: ServerClient;
  /** Fixed when the download starts. */
  readonly serverUrl: string;
  readonly space: SpaceClaim;
  readonly library: string;
  readonly folder: string;
  readonly staging: Staging;
  readonly judge: ReturnType<typeof createJudge>;
  readonly many: ManyFiles;
};

import type { Http } from '../http.ts';
import type { DownloadJob } from '../ipc/contract.ts';
import type { LibraryRoots } from '../library/roots.ts';
import type { ServerClient } from '../server-client.ts';
import type { DownloadPatience } from './fetch-file.ts';
import type { createJudge } from './local-files.ts';
import type { Plan } from './plan.ts';
import type { RunDownload } from './queue.ts';
import type { Slots } from './slots.ts';
import type { Sharing, Staging } from './staging.ts';

export type DownloadTools = {
  readonly http: Http;
  readonly client: ServerClient;
  readonly slots: Slots;
  readonly patience: DownloadPatience;
  readonly libraryFolder: () => string;
  readonly roots: LibraryRoots;
  readonly sharing: Sharing;
  readonly serverUrl: () => string;
  readonly onLibraryChange: () => void;
};

/** One download on its way. */
export type Run = Parameters<RunDownload>[1] & {
  readonly job: DownloadJob;
  readonly plan: Plan;
  readonly tools: DownloadTools;
  readonly library: string;
  /** The model's. */
  readonly folder: string;
  readonly staging: Staging;
  readonly judge: ReturnType<typeof createJudge>;
};

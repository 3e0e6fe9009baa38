import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open-database.ts';
import type { Readiness } from './http/status.ts';
import type { PosterTiming } from './posters/poster-queue.ts';
import type { SyncTimes } from './sync/following.ts';

/** What a server is built from. */
export type AppParts = {
  readonly config: Config;
  readonly db: Db;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly readiness: Readiness;
  /** Folder of the built pages. */
  readonly rendererDir: string;
  /** Folder of the built plugin starters. */
  readonly startersDir: string;
  readonly logStream?: NodeJS.WritableStream;
  /** How patiently file hosts are followed; the usual times when absent. */
  readonly syncTimes?: Partial<SyncTimes>;
  /** Downloads a token may ask for; the contract's limit when absent. */
  readonly directLimit?: { readonly max: number; readonly window: number };
  /** How long a poster may take; a minute when absent. */
  readonly posterTiming?: PosterTiming;
};

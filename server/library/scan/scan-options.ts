import type { Core } from '../../base/core.ts';
import type { Settling } from './folders/settling.ts';
import type { LibraryPool } from './library-pool.ts';

export type ScanResult = {
  readonly models: number;
  readonly changed: number;
  readonly removed: number;
  readonly problems: number;
};

export type ScanOptions = Pick<Core, 'db' | 'clock'> & {
  readonly pool: LibraryPool;
  readonly libraryDir: string;
  /** Where archives are unpacked; beside the database by default. */
  readonly unpackedDir?: string;
  readonly defaultPriceCents: number | null;
  /** Finds models outside topology folders as well; true by default. */
  readonly isRecognising?: boolean;
  /** Allows writing guids into models' folders; true by default. */
  readonly isKeepingGuids?: boolean;
  /** True if new models wait for an admin. */
  readonly review?: boolean;
  /** Folders to read as if they had changed. */
  readonly anew?: ReadonlySet<string>;
  /** Reads every file, even if its size and times are unchanged. */
  readonly isReadingAgain?: boolean;
  /** Limits the scan to these folders and everything in them; relative to the library. */
  readonly only?: Iterable<string>;
  /** Tracks folders that are being written; without it, everything is taken as it is. */
  readonly settling?: Settling;
  /** Folders that have one folder per model, from earlier scans; this scan updates the set. */
  readonly ones?: Set<string>;
  readonly onProgress?: (progress: { done: number; total: number }) => void;
  /** Called after each transaction that changed models. */
  readonly onCommit?: () => void;
  /** Called once the catalogue is up to date; only writing sidecars remains. */
  readonly onPublished?: (result: ScanResult) => void;
  /** Called with the folders to watch after a visit; the first is the visited one. */
  readonly onFolders?: (folders: readonly string[], isModel: boolean) => void;
  readonly signal?: AbortSignal;
};

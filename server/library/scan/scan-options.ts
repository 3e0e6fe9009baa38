import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Settling } from './folders/settling.ts';
import type { LibraryPool } from './library-pool.ts';

export type ScanResult = {
  readonly models: number;
  readonly changed: number;
  readonly removed: number;
  readonly problems: number;
};

export type ScanOptions = {
  readonly db: Db;
  readonly pool: LibraryPool;
  readonly libraryDir: string;
  /** Where archives are unpacked; by default next to the database. */
  readonly unpackedDir?: string;
  readonly defaultPriceCents: number | null;
  /** Whether models are found in other folders than topology folders; by default they are. */
  readonly isRecognising?: boolean;
  /** Whether guids may be written into the folders of models; by default they are. */
  readonly isKeepingGuids?: boolean;
  /** Whether models that are new wait for an admin. */
  readonly review?: boolean;
  /** Folders to be read as if they had been changed. */
  readonly anew?: ReadonlySet<string>;
  /** Whether every file is read, even if size and times are unchanged. */
  readonly isReadingAgain?: boolean;
  readonly clock: Clock;
  /** Look only at these folders and what is in them, relative to the library. */
  readonly only?: Iterable<string>;
  /** Folders that are being written into; without it everything is taken as it is. */
  readonly settling?: Settling;
  /** Folders that have a folder for each model, as earlier scans saw them; this one brings them up to date. */
  readonly ones?: Set<string>;
  readonly onProgress?: (progress: { done: number; total: number }) => void;
  /** Called after each transaction that changed models. */
  readonly onCommit?: () => void;
  /** Called when the catalogue is in line; what follows is the writing of sidecars. */
  readonly onPublished?: (result: ScanResult) => void;
  /** Hears of the folders to watch for what was visited; the first is the visited one. */
  readonly onFolders?: (folders: readonly string[], isModel: boolean) => void;
  readonly signal?: AbortSignal;
};

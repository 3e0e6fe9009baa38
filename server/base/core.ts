import type { Config } from '../config.ts';
import type { Clock } from './clock.ts';
import type { Storage } from './data-folder/storage.ts';
import type { Db } from './db/open-database.ts';
import type { Addresses } from './http/addresses.ts';
import type { FolderWork } from './storage/folder-work.ts';
import type { AccountStore } from './store/account-store.ts';

/** What most features are given; each picks what it needs. */
export type Core = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly addresses: Addresses;
  /** Whether the data folder takes changes; started once everything is built. */
  readonly storage: Storage;
  /** The work in the data folder that one process does for all. */
  readonly work: FolderWork;
  /** Where accounts are kept. */
  readonly store: AccountStore;
};

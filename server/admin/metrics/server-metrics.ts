import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Core } from '../../base/core.ts';
import type { Storage } from '../../base/data-folder/storage.ts';
import { catalogueFileOf } from '../../base/db/catalogue-file.ts';
import type { Readiness, Scanning } from '../../base/http/status.ts';
import type { AccountStore } from '../../base/store/account-store.ts';
import { createQuickCounts } from './quick-counts.ts';

type DiskSpace = { readonly freeBytes: number; readonly sizeBytes: number };

/** Milliseconds; a hanging network share must not block the caller. */
const patience = 1000;

/** Creates a function that measures a folder's disk, one call at a time; null if it takes over a second. */
function createDiskLook(folder: string): () => Promise<DiskSpace | null> {
  let running: Promise<DiskSpace | null> | null = null;
  const look = () =>
    statfs(folder)
      .then(({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, sizeBytes: blocks * bsize }))
      .catch(() => null)
      .finally(() => {
        running = null;
      });
  return () => {
    running ??= look();
    return Promise.race([running, wait(patience, null, { ref: false })]);
  };
}

/** A site's view of a followed file host. */
type HostState = { readonly url: string; readonly heardAt: number | null; readonly behind: number | null };

export type ServerState = Pick<Core, 'config' | 'db' | 'clock' | 'work'> & {
  /** Null for a file host. */
  readonly store: AccountStore | null;
  readonly readiness: Readiness & Scanning;
  readonly storage: Pick<Storage, 'refusal'>;
  readonly isSearchable?: () => boolean;
  readonly hosts: () => readonly HostState[];
};

type Label = Readonly<Record<string, string>>;
type Value = readonly [value: number, label?: Label];
type Row = {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Empty if the value is unknown. */
  readonly read: () => readonly Value[] | Promise<readonly Value[]>;
};

const fileSize = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const seconds = (at: number | null): readonly Value[] => (at === null ? [] : [[at / 1000]]);

function listDisks({ config }: ServerState): readonly Row[] {
  const hasLibrary = config.role !== 'site' && config.bucket === null;
  const places = Object.entries({ data: config.dataDir, ...(hasLibrary && { library: config.libraryDir }) });
  const looks = places.map(([place, folder]) => ({ place, look: createDiskLook(folder) }));
  const read = (field: 'freeBytes' | 'sizeBytes') => async () => {
    const found = await Promise.all(looks.map(async ({ place, look }) => ({ place, space: await look() })));
    return found.flatMap(({ place, space }): Value[] => (space === null ? [] : [[space[field], { place }]]));
  };
  return [
    {
      name: 'lodestock_disk_free_bytes',
      help: 'Free space on the disks of the data folder and the library; absent where a disk is not responding',
      labels: ['place'],
      read: read('freeBytes'),
    },
    {
      name: 'lodestock_disk_size_bytes',
      help: 'Size of the disks of the data folder and the library',
      labels: ['place'],
      read: read('sizeBytes'),
    },
  ];
}

function listCounts({ config, db, store, clock }: ServerState): readonly Row[] {
  const counts = createQuickCounts(db, store, clock);
  const database = path.join(config.dataDir, 'lodestock.db');
  const catalogue = catalogueFileOf(database);
  return [
    {
      name: 'lodestock_models',
      help: 'Models that are listed',
      read: async () => [[(await counts()).models]],
    },
    {
      name: 'lodestock_problems',
      help: 'Places with something wrong, as the admin page lists them',
      read: async () => [[(await counts()).problems]],
    },
    {
      name: 'lodestock_accounts',
      help: 'Accounts that were not deleted',
      read: async () => [[(await counts()).accounts]],
    },
    {
      name: 'lodestock_unlocks',
      help: 'Models that accounts have unlocked',
      read: async () => [[(await counts()).unlocks]],
    },
    {
      name: 'lodestock_jobs',
      help: 'Work on models that waits or has failed, by queue: posters, levels, assets, colours, embeddings, publishing',
      labels: ['queue', 'state'],
      read: async () =>
        (await counts()).jobs.map(({ queue, state, count }): Value => [count, { queue, state }]),
    },
    {
      name: 'lodestock_database_bytes',
      help: 'Size of the database, of the catalogue beside it, and of their write-ahead logs',
      labels: ['file'],
      read: () => [
        [fileSize(database), { file: 'database' }],
        [fileSize(`${database}-wal`), { file: 'log' }],
        [fileSize(catalogue), { file: 'catalogue' }],
        [fileSize(`${catalogue}-wal`), { file: 'catalogue-log' }],
      ],
    },
  ];
}

function listStates(state: ServerState): readonly Row[] {
  const { config, readiness, storage, work, isSearchable, hosts } = state;
  const { role } = config;
  const isReady = () => !storage.refusal() && readiness.isReady() && isSearchable?.() !== false;
  return [
    {
      name: 'lodestock_build_info',
      help: 'Always 1; the labels tell what runs',
      labels: ['version', 'role', 'node'],
      read: () => [[1, { version: packageJson.version, role, node: process.versions.node }]],
    },
    { name: 'lodestock_ready', help: 'Whether /readyz answers 200', read: () => [[Number(isReady())]] },
    {
      name: 'lodestock_storage_writable',
      help: 'Whether the data folder takes changes',
      read: () => [[Number(!storage.refusal())]],
    },
    {
      name: 'lodestock_folder_work',
      help: 'Whether this process reads the library, follows hosts and makes posters for all on the data folder',
      read: () => [[Number(work.isOurs())]],
    },
    {
      name: 'lodestock_scan_running',
      help: 'Whether the library is being looked through',
      read: () => [[Number(readiness.state().isScanning)]],
    },
    {
      name: 'lodestock_scan_last_timestamp_seconds',
      help: 'When all of the library was last looked through; absent before the first time',
      read: () => seconds(readiness.state().lastScanAt),
    },
    {
      name: 'lodestock_scan_models',
      help: 'Models that the first scan has found, and those of them that it has read',
      labels: ['state'],
      read: () => {
        const { done, total } = readiness.progress();
        return [
          [total, { state: 'found' }],
          [done, { state: 'read' }],
        ];
      },
    },
    {
      name: 'lodestock_sync_last_heard_timestamp_seconds',
      help: 'When a file host last answered as it should; absent in processes that do not follow hosts',
      labels: ['host'],
      read: () =>
        hosts().flatMap(({ url, heardAt }) => seconds(heardAt).map(([at]): Value => [at, { host: url }])),
    },
    {
      name: 'lodestock_sync_behind_changes',
      help: 'Changes of a file host that were not read yet',
      labels: ['host'],
      read: () =>
        hosts().flatMap(({ url, behind }): Value[] => (behind === null ? [] : [[behind, { host: url }]])),
    },
  ];
}

/** The server's own metrics, read at each scrape. */
export function addServerMetrics(registry: Registry, state: ServerState): void {
  for (const { name, help, labels = [], read } of [
    ...listStates(state),
    ...listCounts(state),
    ...listDisks(state),
  ])
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset();
        const values = await read();
        // Without labels, a reset sets 0, so removes unknown values instead.
        if (values.length === 0) this.remove({});
        for (const [value, label = {}] of values) this.set(label, value);
      },
    });
}

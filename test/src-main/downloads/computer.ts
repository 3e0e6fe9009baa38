import path from 'node:path';
import { sweepParts } from '../../../src-main/downloads/commit/upkeep.ts';
import { createDownloader } from '../../../src-main/downloads/download.ts';
import { createDiskSpace } from '../../../src-main/downloads/queue/disk-space.ts';
import { newJob } from '../../../src-main/downloads/queue/job.ts';
import { createSlots } from '../../../src-main/downloads/transfer/slots.ts';
import { createMachine, MachineFile } from '../../../src-main/library/lease.ts';
import { listModelFolders } from '../../../src-main/library/model-folders.ts';
import { createLibraryRoots, KnownRoots } from '../../../src-main/library/roots.ts';
import { DownloadRequest } from '../../../src-main/platform/ipc/downloads-contract.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createSharing } from './create-sharing.ts';
import type { WorkerTask } from './library-worker.ts';

/** What the app has on one computer: its data folder, its download code, and a library that others may use too. */
export async function createComputer({ library, origin, userData, request, stale }: WorkerTask) {
  const { log } = createMemoryLog();
  const http = createHttp('0.0.0-test');
  const wish = DownloadRequest.parse(request);
  const machine = createMachine(
    createJsonFile({ file: path.join(userData, 'machine.json'), schema: MachineFile, log }),
  );
  const sharing = { machine, timing: { ...createSharing().timing, stale, beat: stale / 8 } };
  const roots = createLibraryRoots(
    createJsonFile({ file: path.join(userData, 'libraries.json'), schema: KnownRoots, log }),
  );
  const client = createServerClient({ http, baseUrl: () => origin, token: () => 'lsp_secret' });
  const run = createDownloader({
    sharing,
    http,
    clientOf: () => client,
    slots: createSlots({ inAll: () => 3, perHost: () => 3 }),
    space: createDiskSpace(),
    patience: { retryDelays: [1, 1, 1, 1], stallTimeout: 60_000 },
    roots,
    serverUrl: () => origin,
    onLibraryChange: () => undefined,
  });
  return {
    sweep: async () =>
      sweepParts({ library, folders: await listModelFolders(library), sharing, resumable: new Set() }),
    /** Rejects when the library seems to be another one than before. */
    findLibrary: () => roots.open(library),
    download: () =>
      run(newJob(wish, { server: 'bundled', account: null, library }), {
        signal: new AbortController().signal,
        report: () => undefined,
      }),
  };
}

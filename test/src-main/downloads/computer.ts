import path from 'node:path';
import { createDiskSpace } from '../../../src-main/downloads/disk-space.ts';
import { createDownloader } from '../../../src-main/downloads/download.ts';
import { newJob } from '../../../src-main/downloads/job.ts';
import { createSlots } from '../../../src-main/downloads/slots.ts';
import { sweepParts } from '../../../src-main/downloads/upkeep.ts';
import { createHttp } from '../../../src-main/http.ts';
import { DownloadRequest } from '../../../src-main/ipc/downloads-contract.ts';
import { createMachine, MachineFile } from '../../../src-main/library/lease.ts';
import { listModelFolders } from '../../../src-main/library/model-folders.ts';
import { createLibraryRoots, KnownRoots } from '../../../src-main/library/roots.ts';
import { createServerClient } from '../../../src-main/server-client.ts';
import { createJsonFile } from '../../../src-main/storage/json-file.ts';
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

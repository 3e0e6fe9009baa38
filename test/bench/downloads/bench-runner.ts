import path from 'node:path';
import { createDownloader } from '../../../src-main/downloads/download.ts';
import { createDiskSpace } from '../../../src-main/downloads/queue/disk-space.ts';
import type { RunDownload } from '../../../src-main/downloads/queue/job.ts';
import { newJob } from '../../../src-main/downloads/queue/job.ts';
import { createSlots } from '../../../src-main/downloads/transfer/slots.ts';
import { createLibraryRoots, KnownRoots } from '../../../src-main/library/roots.ts';
import type { Http } from '../../../src-main/platform/network/http.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { createMemoryLog } from '../../src-main/memory-log.ts';

type Bench = {
  readonly http: Http;
  readonly baseUrl: string;
  readonly token: string;
  readonly scratch: string;
  readonly library: string;
};

/** Downloads models of the bench with the app's own code. */
export function createBenchRunner({ http, baseUrl, token, scratch, library }: Bench) {
  const { log } = createMemoryLog();
  const client = createServerClient({ http, baseUrl: () => baseUrl, token: () => token });
  const run = createDownloader({
    http,
    sharing: {
      machine: async () => 'c0ffee0123456789',
      timing: { beat: 1000, stale: 30_000, poll: 10 },
    },
    clientOf: () => client,
    slots: createSlots({ inAll: () => 4, perHost: () => 4 }),
    space: createDiskSpace(),
    patience: { retryDelays: [], stallTimeout: 60_000 },
    roots: createLibraryRoots(
      createJsonFile({ file: path.join(scratch, 'libraries.json'), schema: KnownRoots, log }),
    ),
    serverUrl: () => baseUrl,
    onLibraryChange: () => undefined,
  });
  const wish = {
    format: 'obj',
    lod: '1k',
    variant: null,
    relativePath: '1k/scene.obj',
    maxPriceUsd: 0,
  } as const;
  const place = { server: 'bundled', account: null, library };
  return (guid: string, control: Parameters<RunDownload>[1]) =>
    run(newJob({ guid, title: guid, ...wish }, place), control);
}

import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { newJob } from '../../../src-main/downloads/job.ts';
import { createDownloadRunner } from '../../../src-main/downloads/run-download.ts';
import { createSlots } from '../../../src-main/downloads/slots.ts';
import { createSpace } from '../../../src-main/downloads/space.ts';
import { createHttp } from '../../../src-main/http.ts';
import { createLibraryRoots, KnownRoots } from '../../../src-main/library/roots.ts';
import { createServerClient } from '../../../src-main/server-client.ts';
import { createJsonFile } from '../../../src-main/storage/json-file.ts';
import { createMemoryLog } from '../../src-main/memory-log.ts';
import { measure } from './measured.ts';

/** Downloads one model with the app's own code, into a library of its own. */
const [, , baseUrl = '', token = '', guid = '', scratch = ''] = process.argv;
const library = mkdtempSync(path.join(scratch, 'library-'));
const { log } = createMemoryLog();
const http = createHttp('0.0.0-bench');
const client = createServerClient({ http, baseUrl: () => baseUrl, token: () => token });
const run = createDownloadRunner({
  http,
  sharing: {
    machine: async () => 'c0ffee0123456789',
    timing: { beat: 1000, stale: 30_000, poll: 10 },
  },
  clientOf: () => client,
  slots: createSlots({ inAll: () => 4, perHost: () => 4 }),
  space: createSpace(),
  patience: { retryDelays: [], stallTimeout: 60_000 },
  roots: createLibraryRoots(
    createJsonFile({ file: path.join(scratch, 'libraries.json'), schema: KnownRoots, log }),
  ),
  serverUrl: () => baseUrl,
  onLibraryChange: () => undefined,
});
await client.call('model', { guid }); // the connection and the code are warm, as in an app that has been open
await measure(async () => {
  const job = newJob(
    {
      guid,
      title: guid,
      format: 'obj',
      lod: '1k',
      variant: null,
      relativePath: '1k/scene.obj',
      maxPriceUsd: 0,
    },
    { server: 'bundled', account: null, library },
  );
  await run(job, { signal: new AbortController().signal, report: () => undefined });
});
process.exit();

import { createDownloader } from '../../../src-main/downloads/download.ts';
import { createDiskSpace } from '../../../src-main/downloads/queue/disk-space.ts';
import { newJob } from '../../../src-main/downloads/queue/job.ts';
import { createSlots } from '../../../src-main/downloads/transfer/slots.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { createRoots } from '../library/create-roots.ts';
import { createSharing } from './create-sharing.ts';

type Options = {
  readonly origin: string;
  readonly token: string;
  readonly library: string;
  readonly perHost?: number;
};
type Wish = Pick<Parameters<typeof newJob>[0], 'guid' | 'format' | 'lod' | 'relativePath'>;
type Report = Parameters<ReturnType<typeof createDownloader>>[1]['report'];

/** What a fresh start of the app downloads with from a real server. */
export async function createAppDownloader({ origin, token, library, perHost = 3 }: Options) {
  const http = createHttp('0.0.0-test');
  const client = createServerClient({ http, baseUrl: () => origin, token: () => token });
  const run = createDownloader({
    sharing: createSharing(),
    http,
    clientOf: () => client,
    space: createDiskSpace(),
    slots: createSlots({ inAll: () => perHost, perHost: () => perHost }),
    patience: { retryDelays: [1, 1], stallTimeout: 60_000 },
    roots: await createRoots(),
    serverUrl: () => origin,
    onLibraryChange: () => undefined,
  });
  return (wish: Wish, report: Report = () => undefined) => {
    const confirmed = { server: 'bundled', account: null, library };
    const job = newJob({ title: 'Model', maxPriceUsd: 1, variant: null, ...wish }, confirmed);
    return run(job, { signal: new AbortController().signal, report });
  };
}

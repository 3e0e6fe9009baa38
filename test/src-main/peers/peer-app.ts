import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createBandwidth } from '../../../src-main/downloads/bandwidth.ts';
import { newJob } from '../../../src-main/downloads/job.ts';
import { createDownloadRunner } from '../../../src-main/downloads/run-download.ts';
import { createSlots } from '../../../src-main/downloads/slots.ts';
import { createSpace } from '../../../src-main/downloads/space.ts';
import { createHttp } from '../../../src-main/http.ts';
import type { DownloadJob } from '../../../src-main/ipc/contract.ts';
import { createIndexFile } from '../../../src-main/library/index-file.ts';
import { createLibraryIndex } from '../../../src-main/library/library-index.ts';
import type { PeerPatience } from '../../../src-main/peers/ask-leaf.ts';
import { createPeers } from '../../../src-main/peers/peers.ts';
import { createServerClient } from '../../../src-main/server-client.ts';
import { createSharing } from '../downloads/create-sharing.ts';
import { createRoots } from '../library/create-roots.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

/** So long that only whoever never answers is given up. */
const patient: PeerPatience = { answer: 600_000, leaf: 600_000, idle: 600_000, coming: 600_000 };

type PeerAppOptions = {
  /** Of the server. */
  readonly baseUrl: string;
  readonly token: string;
  readonly isWanted?: boolean;
  readonly isMetered?: boolean;
  readonly patience?: Partial<PeerPatience>;
  /** Whether it is told to receive slowly. */
  readonly isSlowed?: boolean;
  /** Told of each patch of the job. */
  readonly onReport?: (patch: Partial<DownloadJob>) => void;
};

/** What an app has that downloads and shares: the real code on its own library, without a window. */
export async function startPeerApp(options: PeerAppOptions) {
  const { baseUrl, token, isWanted = true, isMetered = false, isSlowed = false, onReport } = options;
  const [library, userData] = [await createScratch(), await createScratch()];
  const { log } = createMemoryLog();
  const http = createHttp('0.0.0-test');
  const client = createServerClient({ http, baseUrl: () => baseUrl, token: () => token });
  const roots = await createRoots();
  const index = createLibraryIndex({
    ...{ libraries: () => [{ folder: library, name: 'Models' }], roots, checked: new Map() },
    ...{ file: createIndexFile(path.join(userData, 'index.db'), log), onChange: () => undefined },
  });
  let ahead = 0;
  const noLimit = createBandwidth(() => null);
  const peers = createPeers({
    ...{ isWanted: () => isWanted, server: () => baseUrl, client, log },
    ...{ patience: { ...patient, ...options.patience }, isSlowed: () => isSlowed },
    ...{ showLibrary: index.show, listAddresses: () => [], isMetered: async () => isMetered },
    ...{ uploads: noLimit, downloads: noLimit, now: () => Date.now() + ahead },
  });
  onTestFinished(peers.stop);
  onTestFinished(index.close);
  const run = createDownloadRunner({
    ...{ sharing: createSharing(), http, clientOf: () => client, space: createSpace(), roots },
    slots: createSlots({ inAll: () => 2, perHost: () => 2 }),
    patience: { retryDelays: [1, 1], stallTimeout: 60_000 },
    ...{ serverUrl: () => baseUrl, borrow: peers.borrow, onLibraryChange: () => undefined },
  });
  const told: Partial<DownloadJob>[] = [];

  /** Downloads a model's only file; answers with its path. */
  async function download(guid: string, signal = new AbortController().signal): Promise<string> {
    const wish = { format: 'max', lod: '10k', variant: null, relativePath: '10k/scene.max' } as const;
    const confirmed = { server: 'bundled', account: null, library };
    const { filePath } = await run(newJob({ guid, title: guid, maxPriceUsd: 1, ...wish }, confirmed), {
      signal,
      report(patch) {
        told.push(patch);
        onReport?.(patch);
      },
    });
    return filePath;
  }

  return {
    download,
    peers,
    token,
    nearBytes: () => told.findLast(({ nearBytes }) => nearBytes !== undefined)?.nearBytes ?? 0,
    /** Tells the server what is in the library now. */
    async share() {
      await index.refresh();
      await peers.wake();
    },
    /** Time passes for what the app remembers of tickets. */
    advance: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
}

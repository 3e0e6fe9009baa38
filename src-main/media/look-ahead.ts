import { toUrlPath } from '../../server/contract/relative-path.ts';
import type { Settings } from '../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../platform/ipc/handlers.ts';
import type { LookedAt } from '../platform/ipc/library-contract.ts';
import type { ComputerState } from '../platform/kernel.ts';
import type { Log } from '../platform/storage/log.ts';
import { createKeptContent, hashOf } from './kept-content.ts';
import type { Load } from './own-media.ts';

type LookAheadOptions = {
  readonly folder: string;
  readonly load: Load;
  readonly baseUrl: () => string;
  readonly settings: () => Pick<Settings, 'lookAhead' | 'bandwidthLimit' | 'serverUrl'>;
  readonly isHeld: () => boolean;
  readonly isMetered: ComputerState['isMetered'];
  readonly log: Log;
  readonly now?: () => number;
  readonly mostBytes?: number;
};

const mebibyte = 1024 * 1024;
/** Larger files wait until the user opens them. */
const largest = 16 * mebibyte;
const longest = 60_000;
const meteredInterval = 60_000;
/** Number of viewed models to remember. */
const remembered = 200;

const pathOf = ({ guid, relativePath }: LookedAt) =>
  `/viewer-asset/${encodeURIComponent(guid)}/files/${toUrlPath(relativePath)}`;

async function readExactly(response: Response, { sizeBytes, sha256 }: LookedAt) {
  if (response.status !== 200 || response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body) {
    received += chunk.length;
    if (received > sizeBytes) return null;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return hashOf(bytes) === sha256 ? bytes : null;
}

/**
 * Fetches the 1k GLB of a viewed model ahead of its 3D view, from a public address, so nothing is charged or counted.
 * One at a time, never on metered networks, into a folder of limited size.
 */
export function createLookAhead(options: LookAheadOptions) {
  const { folder, load, settings, log, now = Date.now, mostBytes = 256 * mebibyte } = options;
  const kept = createKeptContent({ folder, mostBytes });
  /** By server and the path that the 3D view requests. */
  const looked = new Map<string, LookedAt>();
  let running: {
    readonly sha256: string;
    readonly end: AbortController;
    readonly done: Promise<void>;
  } | null = null;
  let metered = { at: Number.NEGATIVE_INFINITY, is: false };

  async function mayFetch(): Promise<boolean> {
    const { lookAhead, bandwidthLimit, serverUrl } = settings();
    // The built-in server needs no look-ahead.
    if (!lookAhead || bandwidthLimit !== null || serverUrl === null || options.isHeld()) return false;
    if (now() - metered.at >= meteredInterval)
      metered = { at: now(), is: (await options.isMetered().catch(() => null)) === true };
    return !metered.is;
  }

  async function fetchOne(wanted: LookedAt, signal: AbortSignal): Promise<void> {
    if ((await kept.has(wanted.sha256)) || !(await mayFetch()) || signal.aborted) return;
    const response = await load(`/viewer-asset/${encodeURIComponent(wanted.guid)}/glb1k`, signal);
    const bytes = await readExactly(response, wanted);
    if (bytes !== null) await kept.add(wanted.sha256, bytes);
  }

  function begin(wanted: LookedAt): void {
    if (running?.sha256 === wanted.sha256) return;
    running?.end.abort();
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(longest)]);
    const done = fetchOne(wanted, signal)
      .catch((error: unknown) => {
        if (!end.signal.aborted) log.info('look-ahead.failed', { guid: wanted.guid, error });
      })
      .finally(() => {
        if (running?.end === end) running = null;
      });
    running = { sha256: wanted.sha256, end, done };
  }

  const findKey = (place: string): string | null => {
    try {
      return `${options.baseUrl()}${place}`;
    } catch {
      return null;
    }
  };

  const handlers: FeatureHandlers<'ahead'> = {
    'ahead.look': (wanted) => {
      const key = findKey(pathOf(wanted));
      if (key === null) return;
      looked.delete(key);
      looked.set(key, wanted);
      const [oldest] = looked.keys();
      if (looked.size > remembered && oldest !== undefined) looked.delete(oldest);
      if (wanted.sizeBytes <= largest) begin(wanted);
    },
  };

  /** Responds like the server, with a file that was prefetched or is on its way. */
  const answer: Load = async (place, signal) => {
    const wanted = looked.get(findKey(place) ?? '');
    if (wanted === undefined) return load(place, signal);
    if (running?.sha256 === wanted.sha256) await running.done;
    const bytes = await kept.read(wanted.sha256);
    if (bytes === null) return load(place, signal);
    return new Response(bytes, {
      headers: {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-type': 'model/gltf-binary',
        'content-length': String(bytes.length),
      },
    });
  };

  return {
    handlers,
    load: answer,
    /** Returns the path of a cached content for a download, which verifies its hash. */
    findContent(sha256: string): readonly string[] {
      const file = kept.find(sha256);
      return file === null ? [] : [file];
    },
    settled: async () => running?.done,
  };
}

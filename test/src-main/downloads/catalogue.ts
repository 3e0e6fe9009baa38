import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../../server/contract/limits.ts';
import { createDownloader } from '../../../src-main/downloads/download.ts';
import { createDiskSpace } from '../../../src-main/downloads/queue/disk-space.ts';
import { newJob } from '../../../src-main/downloads/queue/job.ts';
import type { FindContent } from '../../../src-main/downloads/staging/reuse-file.ts';
import type { Bandwidth } from '../../../src-main/downloads/transfer/bandwidth.ts';
import { createSlots } from '../../../src-main/downloads/transfer/slots.ts';
import type { DownloadJob, DownloadRequest } from '../../../src-main/platform/ipc/contract.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { createRoots } from '../library/create-roots.ts';
import { answerJson, listen, readJson } from '../listen.ts';
import { createScratch } from '../scratch.ts';
import { createSharing } from './create-sharing.ts';

export const guid = '0b9c9f7e-guid';
export const scenePath = 'knight_1k/knight.glb';
export const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

export type FileAnswer = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

/** Serves a file as a good host does: ranges only for the same content. */
export const serveWell: FileAnswer = (request, response, content) => {
  const etag = `"${hashOf(content)}"`;
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const isPart = range !== null && request.headers['if-range'] === etag;
  const start = Number(range?.[1] ?? 0);
  const end = Number(range?.[2] || content.length - 1);
  const body = isPart ? content.subarray(start, end + 1) : content;
  response.writeHead(isPart ? 206 : 200, {
    etag,
    'content-length': body.length,
    ...(isPart && { 'content-range': `bytes ${start}-${end}/${content.length}` }),
  });
  response.end(body);
};

/** Sends some bytes under a full length, then cuts the connection. */
export const dropAfter =
  (bytes: number): FileAnswer =>
  (_request, response, content) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, bytes), () => response.destroy());
  };

/** Answers the first requests in turn, and well from then on. */
export function inTurn(...answers: readonly FileAnswer[]): FileAnswer {
  const left = [...answers];
  return (request, response, content) => (left.shift() ?? serveWell)(request, response, content);
}

type CatalogueOptions = {
  readonly files: Readonly<Record<string, Buffer>>;
  readonly answer?: FileAnswer;
  readonly library?: string;
  /** Changes what `direct` answers. */
  readonly alterDirect?: (answer: Record<string, unknown>) => Record<string, unknown>;
  readonly title?: () => string;
  readonly bandwidth?: Bandwidth;
  /** What the server lists of the model; nothing when absent. */
  readonly inventory?: readonly object[];
  /** The version of the model; 3 when absent. */
  readonly version?: number;
  /** Milliseconds without a byte after which the app asks again; a minute where it says nothing. Asked before each request. */
  readonly stallTimeout?: () => number | undefined;
  /** Where the library has files of a content already. */
  readonly findContent?: FindContent;
  readonly platform?: string;
  /** The leaves that the server names for a file; none when absent. */
  readonly leavesOf?: (content: Buffer) => readonly string[];
};

/** The SHA-256 of every 8 MiB. */
export function leavesOf(content: Buffer): string[] {
  const { leafBytes } = limits;
  const starts = Array.from(
    { length: Math.ceil(content.length / leafBytes) },
    (_, index) => index * leafBytes,
  );
  return starts.map((start) => hashOf(content.subarray(start, start + leafBytes)));
}

const describeFile = (origin: string, round: number, relativePath: string, content: Buffer) => ({
  relativePath,
  url: `${origin}/data/capability${round}/${guid}/${relativePath.split('/').map(encodeURIComponent).join('/')}`,
  sizeBytes: content.length,
  sha256: hashOf(content),
});

/** What the server lists of the scene file, and of what it needs. */
export function describeScene(files: CatalogueOptions['files']) {
  const scene = files[scenePath] ?? Buffer.alloc(0);
  const support = Object.entries(files).filter(([path]) => path !== scenePath);
  return {
    ...{ relativePath: scenePath, format: 'glb', lod: '1k', variant: null, role: 'scene' },
    ...{ sizeBytes: scene.length, sha256: hashOf(scene), supportFilesCount: support.length },
    supportBytes: support.reduce((sum, [, content]) => sum + content.length, 0),
  };
}

/** A server with one model, a file host that behaves as told, and the app's own download code on top. */
export async function createCatalogue(options: CatalogueOptions) {
  const library = options.library ?? (await createScratch());
  const answer = options.answer ?? serveWell;
  const directBodies: Record<string, unknown>[] = [];
  const title = options.title ?? (() => 'Brave Knight');

  async function answerDirect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    directBodies.push(await readJson(request));
    const [scene, ...support] = Object.entries(options.files)
      .toSorted(([path]) => (path === scenePath ? -1 : 1))
      .map(([path, content]) => {
        const described = describeFile(server.origin, directBodies.length, path, content);
        const leavesUrl = described.url.replace('/data/', '/leaves/');
        return options.leavesOf && content.length > limits.leafBytes
          ? { ...described, leavesUrl }
          : described;
      });
    const body = {
      ok: true,
      ...scene,
      downloadUrl: scene?.url,
      chargedUsd: directBodies.length === 1 ? 1 : 0,
      supportFiles: support,
    };
    answerJson(response, 200, options.alterDirect?.(body) ?? body);
  }

  function route(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', server.origin);
    if (url.pathname.startsWith('/api/models/'))
      return answerJson(response, 200, {
        ...{
          ok: true,
          guid,
          title: title(),
          version: options.version ?? 3,
          license: 'CC0-1.0',
          attribution: null,
          topologies: [{ files: options.inventory ?? [] }],
        },
      });
    if (url.pathname === '/api/plugin/download/direct') return void answerDirect(request, response);
    const relativePath = decodeURIComponent(url.pathname).split('/').slice(4).join('/');
    const content = options.files[relativePath];
    if (content && url.pathname.startsWith('/leaves/')) {
      const leaves = options.leavesOf?.(content) ?? [];
      return answerJson(response, 200, {
        ok: true,
        sha256: hashOf(content),
        leafBytes: limits.leafBytes,
        leaves,
      });
    }
    if (content) return answer(request, response, content);
    response.writeHead(404).end();
  }

  const server = await listen(route);
  const http = createHttp('0.0.0-test');
  const client = createServerClient({ http, baseUrl: () => server.origin, token: () => 'lsp_secret' });
  let libraryChanges = 0;
  const roots = await createRoots();
  const run = createDownloader({
    sharing: createSharing(),
    http,
    clientOf: () => client,
    slots: createSlots({ inAll: () => 3, perHost: () => 3 }),
    space: createDiskSpace(),
    bandwidth: options.bandwidth,
    patience: {
      retryDelays: [1, 1, 1, 1],
      get stallTimeout() {
        return options.stallTimeout?.() ?? 60_000;
      },
    },
    roots,
    serverUrl: () => server.origin,
    ...{ findContent: options.findContent, platform: options.platform },
    onLibraryChange: () => {
      libraryChanges += 1;
    },
  });

  const request: DownloadRequest = {
    ...{ guid, title: title(), format: 'glb', lod: '1k', variant: null, relativePath: scenePath },
    maxPriceUsd: 1,
  };
  const reports: Partial<DownloadJob>[] = [];
  const control = new AbortController();
  const start = (job: Partial<DownloadJob> = {}) =>
    run(
      { ...newJob(request, { server: 'bundled', account: null, library }), ...job },
      { signal: control.signal, report: (patch) => void reports.push(patch) },
    );
  /** Ends the run as the end of the app does. */
  const stop = () => control.abort();
  const fileRequests = () => server.requests.filter(({ url }) => url.startsWith('/data/'));
  return {
    ...{
      library,
      roots,
      server,
      client,
      start,
      stop,
      control,
      reports,
      directBodies,
      fileRequests,
      run,
      request,
    },
    libraryChanges: () => libraryChanges,
  };
}

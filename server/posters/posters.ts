import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../base/core.ts';
import { bindKeyRoutes } from '../base/http/bind.ts';
import type { Readiness } from '../base/http/status.ts';
import type { ModelHosts } from '../catalogue/model/model-hosts.ts';
import type { Models } from '../catalogue/model/models.ts';
import type { Capabilities } from '../files/capabilities.ts';
import type { LibraryFiles } from '../files/library-files.ts';
import { createOpenFiles } from '../files/serving/open-files.ts';
import { createFileSender, type FileSender } from '../files/serving/send-file.ts';
import { startColours } from './colour/colour-work.ts';
import { startF3d } from './f3d/f3d-work.ts';
import { createFindPoster, createReadPreview, openReaders } from './find-poster.ts';
import { type BrowserRunner, createBrowserRunner } from './headless/browser-runner.ts';
import { findBrowser } from './headless/find-browser.ts';
import { judgeSandbox } from './headless/sandbox.ts';
import { createPictureReader } from './pictures/picture-reader.ts';
import { createPosterHandlers, type MayChange } from './poster-handlers.ts';
import { posterPagePath, registerPosterPage } from './poster-page.ts';
import { createPosterPermits } from './poster-permits.ts';
import { createPosterQueue } from './poster-queue.ts';
import { registerPosterRoute } from './poster-route.ts';
import { createPosterFiles, createPosterStore } from './poster-store.ts';
import { createRenderMode } from './render-mode.ts';
import { createRequireRenderer, showsKey } from './require-renderer.ts';

type Parts = Pick<Core, 'config' | 'db' | 'clock' | 'addresses' | 'storage' | 'work'> & {
  readonly readiness: Readiness;
  readonly models: Models;
  readonly capabilities: Capabilities;
  readonly hosts: ModelHosts;
  readonly libraryFiles: LibraryFiles;
  readonly sender: FileSender;
  readonly rendererDir: string;
};

type Sessions = Parameters<typeof createRequireRenderer>[0]['sessions'];

const holder = 'key';

export function createPosters(parts: Parts) {
  const { config, db, clock, addresses, readiness, storage, work, models, capabilities } = parts;
  const { isOn, isTurning, parallel } = config.posters;
  const times = config.tuning.posters;
  const folder = path.join(config.dataDir, 'posters');
  const store = createPosterStore(db, folder);
  const posterFiles = createPosterFiles(folder);
  const find = createFindPoster(models, store);
  const key = config.posters.key ?? randomBytes(32).toString('base64url');
  const program = config.posters.key === null ? findBrowser(config.posters) : null;
  const permits = createPosterPermits(capabilities, clock, config.isPrivate);
  const sandbox = judgeSandbox(config.posters);
  const listeners: (() => Promise<void>)[] = [];
  let runner: BrowserRunner | null = null;
  let f3d: ReturnType<typeof startF3d> | null = null;
  let localUrl: string | null = null;
  const pageUrl = () => `${addresses.base()}${posterPagePath}`;
  const onChange = async () => {
    await Promise.allSettled(listeners.map((listen) => listen()));
  };
  const queue = createPosterQueue({
    ...{ db, models, store, clock, storage, times, parallel, onChange },
    onHang: (renderer) => {
      if (renderer === holder) runner?.replace();
    },
  });
  const mode = createRenderMode({
    ...{ isOn, program, pageUrl, sandbox },
    hasLibrary: config.role !== 'site',
    isExternal: config.posters.key !== null,
    programFault: () => runner?.fault() ?? null,
    advice: () => f3d?.advice() ?? null,
  });
  // Jobs that another process is drawing are not left over from an earlier run.
  if (mode.isOn) work.whenOurs(queue.resume);

  const reader = createPictureReader({
    environment: config.posters.browserEnvironment,
    priority: config.tuning.levelPriority,
  });
  const { read, show, sketches } = openReaders({
    ...parts,
    ...parts.hosts,
    find,
    posterFiles,
    shrink: reader.preview,
  });

  const startRunner = (http: FastifyInstance) => {
    const { message } = mode.read();
    const isRisky = program !== null && (sandbox.warning ?? sandbox.refusal) !== null;
    http.log[isRisky ? 'warn' : 'info']({ event: 'posters' }, message);
    if (program === null || sandbox.refusal !== null) return;
    runner = createBrowserRunner({
      ...{ program, queue, log: http.log, renderer: holder, config: config.posters },
      priority: config.tuning.levelPriority,
      pageUrl: () =>
        localUrl === null || !readiness.isReady() || storage.refusal()
          ? null
          : `${localUrl}${posterPagePath}#${key}`,
    });
    readiness.onChange(async () => runner?.wake());
  };

  return {
    /** Called with each model shown without a poster, to render it first; null if nothing is rendered. */
    onMissingPoster: mode.isOn ? queue.show : null,
    permit: permits.permitStranger,
    /** Whether the request is from a renderer of this server, or has a permit from a site that follows this host. */
    isPermitted: (request: FastifyRequest) => showsKey(request, key) || permits.isPermitted(request),
    /** A warning for admins about the browser's sandbox, or null. */
    warning: () => (mode.isOn && program !== null ? (sandbox.warning ?? sandbox.refusal) : null),
    /** Renders the posters of these models again. Throws INVALID_INPUT if this server renders none. */
    redraw(modelIds: readonly number[]): void {
      mode.requireOn();
      queue.redraw(modelIds);
      runner?.wake();
    },
    read,
    /** The small poster, or else a sketch of the model. */
    show,
    /** The result of `show` in at most 12 kB; null also if it cannot be made smaller. */
    readPreview: createReadPreview(show, reader.preview),
    /** Whether posters are being drawn or about to be: other work on models waits until all have theirs. */
    mustYield: () => mode.isOn && (queue.isWanted() || (queue.isDue() && (runner?.isHopeful() ?? false))),
    /** Adds a listener for listings that show other posters than before. */
    onChange: (listener: () => Promise<void>) => void listeners.push(listener),
    register(http: FastifyInstance, sessions: Sessions, mayChange: MayChange) {
      const openFiles = createOpenFiles(posterFiles);
      const posterSender = createFileSender({ openFiles, handOff: () => null });
      const { sender: librarySender } = parts;
      const permit = config.isPrivate ? permits.permit : null;
      registerPosterRoute(http, { find, sketches, ...parts.hosts, permit, librarySender, posterSender });
      const requireRenderer = createRequireRenderer({ key, holder, sessions });
      const jobTools = { capabilities, addresses, clock, timeoutMs: times.timeout, isTurning };
      const onWanted = () => runner?.wake();
      const handlers = createPosterHandlers({
        ...{ queue, requireRenderer, mode, models, mayChange, reader, onWanted, jobTools },
      });
      if (mode.isOn) {
        registerPosterPage(http, parts.rendererDir, addresses.root);
        bindKeyRoutes(http, handlers.renderer, { requireKey: requireRenderer, storage });
        f3d = startF3d(http, { ...parts, store, reader, onChange });
      }
      if (config.role !== 'site')
        startColours(http, { db, clock, readiness, storage, work, reader, readPoster: read, onChange });
      http.addHook('onListen', async () => {
        const bound = http.server.address();
        const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
        if (typeof bound !== 'object' || !bound) return;
        localUrl = addresses.local() ?? `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
        if (mode.isOn) work.whenOurs(() => startRunner(http));
      });
      http.addHook('preClose', async () => {
        await runner?.close();
        await sketches.close();
        queue.close();
        reader.close();
      });
      http.addHook('onClose', openFiles.close);
      return handlers.site;
    },
  };
}

import type { Core } from '../base/core.ts';
import type { HandlerRequest, RendererHandlers, SiteHandlers } from '../base/http/bind.ts';
import type { Caller } from '../base/http/caller.ts';
import { requireEdit } from '../base/sight.ts';
import { posterSizes } from '../catalogue/model/model-row.ts';
import type { InventoryFile, Models } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { PosterJob, PosterProgress } from '../contract/posters.ts';
import type { Capabilities } from '../files/capabilities.ts';
import type { PictureReader } from './pictures/picture-reader.ts';
import type { Claim, PosterQueue } from './poster-queue.ts';
import type { RenderMode } from './render-mode.ts';
import type { RequireRenderer } from './require-renderer.ts';

type Tools = Pick<Core, 'addresses' | 'clock'> & {
  readonly capabilities: Capabilities;
  readonly timeoutMs: number;
  readonly isTurning: boolean;
};

const mostTextures = 40;

/** A claim for the rendering page, with paths from the root, as a renderer may know the server by another name. */
function toPosterJob({ lease, candidates, inventory, view }: Claim, tools: Tools): PosterJob {
  const { capabilities, addresses, clock, timeoutMs } = tools;
  const { guid, title, token, isOwnCheck } = lease;
  const expiresAt = clock() + Math.min(2 * timeoutMs + 60_000, limits.capability.lifetime);
  const toPath = (of: string, path = of) =>
    `${addresses.root}${capabilities.toUrl({ guid, of, path, expiresAt, grantedBy: null }).slice(addresses.worker().length)}`;
  const toCandidate = ({ format, relativePath, needs }: InventoryFile) => ({
    format,
    relativePath,
    url: toPath(relativePath),
    support: needs.map((path) => ({ relativePath: path, url: toPath(relativePath, path) })),
  });
  const textures = inventory.filter(({ role }) => role === 'texture').slice(0, mostTextures);
  return {
    ...{ token, guid, title, timeoutMs, view, isTurned: tools.isTurning },
    candidates: isOwnCheck ? [] : candidates.map(toCandidate),
    ownPosters: isOwnCheck ? posterSizes.map((size) => `${addresses.root}/posters/${guid}/${size}`) : [],
    textures: isOwnCheck ? textures.map(({ relativePath }) => toPath(relativePath)) : [],
  };
}

type Parts = {
  readonly queue: PosterQueue;
  readonly requireRenderer: RequireRenderer;
  readonly mode: RenderMode;
  readonly models: Pick<Models, 'get'>;
  readonly mayChange: MayChange;
  readonly reader: Pick<PictureReader, 'poster'>;
  readonly onWanted: () => void;
  readonly jobTools: Parameters<typeof toPosterJob>[1];
};
type SiteNames = 'posterStatus' | 'retryPosters' | 'setPosterView' | 'handInPoster';

export type MayChange = (guid: string, caller: Caller) => boolean;

const askAgainMs = 2000;
const toBytes = (text: string) => Buffer.from(text, 'base64');

export function createPosterHandlers(parts: Parts) {
  const { queue, requireRenderer, mode, jobTools } = parts;
  const nameOf = ({ http }: Pick<HandlerRequest<'claimPoster'>, 'http'>) => requireRenderer(http.request);
  const progress = (): PosterProgress => {
    const { waiting, done, failed, none } = queue.counts();
    const running = queue.running();
    return {
      ok: true,
      ...mode.read(),
      waiting,
      done,
      failed,
      withoutSource: none,
      running,
      hung: queue.hung(),
    };
  };

  const renderer: RendererHandlers = {
    async claimPoster(request) {
      const claim = await queue.claim(nameOf(request));
      if (claim) mode.setFault(null);
      const job = claim && toPosterJob(claim, jobTools);
      return { ok: true, job, waiting: queue.counts().waiting, retryMs: askAgainMs };
    },
    async deliverPosters(request) {
      const { token, small, medium, large, turn, jpeg, isClay = false } = request.body;
      const pictures = {
        ...{ small: toBytes(small), medium: toBytes(medium), large: toBytes(large) },
        jpeg: { small: toBytes(jpeg.small), medium: toBytes(jpeg.medium) },
        turn: turn ? toBytes(turn) : null,
        isClay,
      };
      return { ok: true, isUsed: await queue.deliver(token, nameOf(request), pictures) };
    },
    async keepOwnPoster(request) {
      await queue.keepOwn(request.body.token, nameOf(request), request.body.isTexture);
      return { ok: true };
    },
    failPoster(request) {
      queue.fail(request.body.token, nameOf(request), request.body.reason);
      return { ok: true };
    },
    losePosterRenderer(request) {
      const lost = queue.lose(nameOf(request), request.body.reason);
      if (lost === 0) mode.setFault(request.body.reason);
      return { ok: true, lost };
    },
    posterProgress: progress,
  };
  const requireOwn = (guid: string, caller: Caller) => {
    if (!parts.mayChange(guid, caller))
      throw new AppError('FORBIDDEN', 'Only admins and the publisher of a model can choose its poster.');
    const model = parts.models.get(guid);
    requireEdit(guid);
    if (model.host === null) return model;
    throw new AppError('MODEL_NOT_FOUND', 'The file host of this model renders its poster. Choose it there.');
  };
  const rendering = new Set<PosterProgress['mode']>(['headless', 'desktop']);
  const site: Pick<SiteHandlers, SiteNames> = {
    async handInPoster({ params, body, caller }) {
      const { id, posterTag, version } = requireOwn(params.guid, caller);
      if (rendering.has(mode.read().mode)) return { ok: true, isUsed: false, isWanted: false };
      if (posterTag !== null || version !== body.version) return { ok: true, isUsed: false, isWanted: true };
      const pictures = await parts.reader.poster(toBytes(body.picture));
      return { ok: true, isUsed: await queue.handIn({ id, version }, pictures), isWanted: true };
    },
    posterStatus: () => ({ ...progress(), failures: [...queue.failures()] }),
    retryPosters: () => ({ ok: true, retried: queue.retryFailed() }),
    setPosterView({ params, body, caller }) {
      const { guid } = params;
      const model = requireOwn(guid, caller);
      mode.requireOn();
      if (!queue.setView(model.id, guid, body.view))
        throw new AppError(
          'INVALID_INPUT',
          'This model has its own picture, which is shown instead of a rendered one.',
        );
      parts.onWanted();
      return { ok: true };
    },
  };
  return { renderer, site };
}

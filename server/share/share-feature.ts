import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCollection } from '../accounts/lists/model-lists.ts';
import { createShares, type OpenShare } from '../accounts/lists/shares.ts';
import type { Rights } from '../accounts/rights/rights.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { HandlerRequest, Handlers } from '../base/http/bind.ts';
import type { RouteRates } from '../base/http/route-rates.ts';
import { requireDownload, withSight } from '../base/sight.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { Capabilities } from '../files/capabilities.ts';
import { toHtml } from '../site/to-html.ts';
import { createSharePage } from './share-page.ts';
import { type ContentParts, createSharedContent } from './shared-content.ts';

type Parts = ContentParts &
  Pick<Core, 'config' | 'clock' | 'addresses'> & {
    readonly rendererDir: string;
    readonly capabilities: Capabilities;
    readonly rates: RouteRates;
    readonly sightOf: Rights['sightOf'];
  };
type ShareRequest = FastifyRequest<{
  Params: { token: string; guid: string; '*': string };
  Querystring: { model?: unknown; zip?: unknown };
}>;
type Answer = (share: OpenShare, request: ShareRequest, reply: FastifyReply) => unknown;

const day = 24 * 60 * 60 * 1000;
const frame = { width: 800, height: 600 };
const toFrame = (address: string, title: string) =>
  `<iframe src="${address}" title="${toHtml(title)}" width="${frame.width}" height="${frame.height}" style="border:0" allow="fullscreen" loading="lazy"></iframe>`;
const closed = 'Sharing is off on this server. Ask its admin to set LODESTOCK_SHARING.';

/** Links to a model or collection: created by users, open to everyone until they end. */
export function createShareFeature(app: FastifyInstance, parts: Parts) {
  const { config, clock, store, addresses, capabilities, rates, details, sightOf } = parts;
  const { base } = addresses;
  const shares = createShares(store, clock);
  const page = createSharePage(parts);
  const content = createSharedContent(parts);
  app.addHook('preClose', shares.settle);

  /** A route below a link; shows the same page for an ended link wherever that is noticed. */
  const open =
    (answer: Answer, isFramed = false) =>
    async (request: ShareRequest, reply: FastifyReply) => {
      const share = config.hasSharing ? await shares.find(request.params.token) : 'over';
      if (share === null) await rates.count('wrongLinks', { request, reply, caller: null });
      if (share === null || share === 'over') return page.end(reply, share === null ? 404 : 410, isFramed);
      // A link shows what its creator can see now.
      return withSight(sightOf(share), () => answer(share, request, reply));
    };
  type Found = NonNullable<Awaited<ReturnType<typeof content.page>>>;
  /** The same, for links with something to show. */
  const openFound = (answer: (found: Found, ...opened: Parameters<Answer>) => unknown, isFramed = false) =>
    open(async (share, request, reply) => {
      const found = await content.page(share, request.query.model);
      return found === null ? page.end(reply, 410, isFramed) : answer(found, share, request, reply);
    }, isFramed);
  const sendPage = (isFramed: boolean) =>
    openFound((found, share, { params: { token }, query, method }, reply) => {
      // Browsing the models of a collection counts as one view.
      if (method === 'GET' && query.model === undefined) shares.count(share.id);
      const { place, withFiles, expiresAt } = share;
      return page.show(reply, { ...found, place, withFiles, expiresAt, isFramed }, token);
    }, isFramed);

  app.get('/s/:token', sendPage(false));
  app.get('/embed/:token', sendPage(true));
  app.get(
    '/s/:token/oembed',
    openFound(({ title }, _share, { params: { token } }, reply) => {
      const html = toFrame(`${base()}/embed/${token}`, title);
      const about = { version: '1.0', type: 'rich', provider_name: 'Lodestock', provider_url: base() };
      return reply.header('cache-control', 'no-store').send({ ...about, title, html, ...frame });
    }),
  );
  app.get(
    '/s/:token/viewer-asset/:guid/files/*',
    open(async (share, { params: { guid, '*': path }, query }, reply) => {
      const model = await content.model(share, guid);
      const isZip = query.zip !== undefined;
      const files = model?.topologies.flatMap((topology) => topology.files) ?? [];
      if (!files.some(({ relativePath }) => relativePath === path) || (isZip && !share.withFiles))
        throw new AppError('FILE_NOT_FOUND', 'This link gives no such file.');
      const wanted = isZip ? ({ of: `${path}.zip`, route: 'zip' } as const) : { of: path };
      const expiresAt = Math.min(clock() + limits.capability.lifetime, Date.parse(share.expiresAt));
      // Sites with shared accounts have all files on hosts, which know no links: there, only time ends the capability.
      const grantedBy = config.sharedAccounts === null ? share.id : null;
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(capabilities.toUrl({ guid, ...wanted, expiresAt, grantedBy }));
    }),
  );
  const nameTarget = async ({ body: { guid, collectionId: id }, caller }: HandlerRequest<'share'>) => {
    if (guid !== undefined && id === undefined) {
      const { title: name } = details(guid);
      requireDownload(guid);
      return { kind: 'model', target: guid, name } as const;
    }
    if (guid !== undefined || id === undefined)
      throw new AppError('INVALID_INPUT', 'Name either a model (guid) or a collection (collectionId).');
    const { name } = await store.run(readCollection({ id, accountId: caller.accountId }));
    return { kind: 'collection', target: id, name } as const;
  };
  return {
    share: async (request) => {
      if (!config.hasSharing) throw new AppError('FORBIDDEN', closed);
      const { days, view, withFiles } = request.body;
      const target = await nameTarget(request);
      const { accountId } = request.caller;
      const expiresAt = toIso(clock() + days * day);
      const terms = { accountId, expiresAt, place: view ?? null, withFiles: withFiles ? 1 : 0 };
      const { id, token } = await shares.make({ ...target, ...terms });
      const embed = toFrame(`${base()}/embed/${token}`, target.name);
      return { ok: true, id, url: `${base()}/s/${token}`, embed, expiresAt };
    },
    shares: async ({ caller }) => ({ ok: true, shares: await shares.list(caller.accountId) }),
    endShare: async ({ params, caller }) => {
      await shares.end({ id: params.shareId, accountId: caller.accountId });
      return null;
    },
  } satisfies Partial<Handlers>;
}

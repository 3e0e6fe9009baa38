import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InventoryFile } from '../catalogue/models.ts';
import { AppError } from '../contract/errors.ts';
import type { RouteRates } from '../http/route-rates.ts';
import type { Sessions } from '../http/session.ts';
import type { Capabilities } from './capabilities.ts';
import type { Deliver, Delivery } from './deliver.ts';

type Parts = {
  readonly sessions: Sessions;
  readonly deliver: Deliver;
  readonly capabilities: Capabilities;
  readonly rates: RouteRates;
};

type Query = Readonly<Record<string, unknown>>;
type BrowserRequest = FastifyRequest<{
  Params: { guid: string; extension?: string };
  Querystring: Query;
}>;
type Wanted = {
  readonly extension: string | undefined;
  readonly choose?: (files: readonly InventoryFile[], file: InventoryFile) => readonly InventoryFile[];
  readonly pathOf: (delivery: Delivery) => string;
  readonly route: 'data' | 'zip';
};

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const besides = (files: readonly InventoryFile[], { topologyFolder }: InventoryFile) =>
  files.filter((other) => other.topologyFolder === topologyFolder);

function texturesBeside(files: readonly InventoryFile[], file: InventoryFile): readonly InventoryFile[] {
  const textures = besides(files, file).filter(({ role }) => role === 'texture');
  if (textures.length > 0) return textures;
  throw new AppError(
    'FILE_NOT_FOUND',
    `${file.relativePath} has no textures beside it. Nothing was charged; download the file itself.`,
  );
}

/** For people in a browser: the session's cookie, the same charge, then on to the file host. */
export function registerBrowserDownloads(app: FastifyInstance, parts: Parts) {
  const { sessions, deliver, capabilities, rates } = parts;
  async function answer(request: BrowserRequest, reply: FastifyReply, wanted: Wanted) {
    reply.header('cache-control', 'no-store');
    const caller = sessions.read(request);
    if (!caller) return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`);
    const { guid } = request.params;
    // Neither another site's link nor a look ahead may spend money: the model's page asks first.
    if (request.headers['sec-fetch-site'] === 'cross-site' || request.headers['sec-purpose'] !== undefined)
      return reply.redirect(`/model/${encodeURIComponent(guid)}`);
    rates.count('direct', { request, reply, caller });
    const { extension: format, choose, pathOf, route } = wanted;
    const wish = {
      format,
      lod: textOf(request.query.lod),
      relativePath: textOf(request.query.relativePath),
    };
    const isSceneOnly = route === 'zip';
    const delivery = await deliver({ payer: caller, guid, wish, isSceneOnly, ...(choose && { choose }) });
    const { model, expiresAt } = delivery;
    return reply.redirect(capabilities.toUrl({ guid: model.guid, path: pathOf(delivery), expiresAt, route }));
  }

  // A HEAD must not spend money.
  const exposeHeadRoute = false;
  app.get('/download/:guid/format/:extension', { exposeHeadRoute }, (request: BrowserRequest, reply) =>
    answer(request, reply, {
      extension: request.params.extension,
      pathOf: ({ file }) => file.relativePath,
      route: 'data',
    }),
  );
  for (const [kind, choose] of [
    ['textures', texturesBeside],
    ['all', besides],
  ] as const) {
    app.get(`/download/:guid/${kind}`, { exposeHeadRoute }, (request: BrowserRequest, reply) =>
      answer(request, reply, {
        extension: textOf(request.query.ext),
        choose,
        pathOf: ({ file }) => `${file.topologyFolder}/${kind}.zip`,
        route: 'zip',
      }),
    );
  }
}

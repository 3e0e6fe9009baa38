import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions } from '../http/session.ts';
import type { Capabilities } from './capabilities.ts';
import { type Deliver, toDirectAnswer } from './deliver.ts';

type Parts = {
  readonly sessions: Sessions;
  readonly deliver: Deliver;
  readonly capabilities: Capabilities;
};

type BrowserRequest = FastifyRequest<{
  Params: { guid: string; extension: string };
  Querystring: Readonly<Record<string, unknown>>;
}>;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** For people in a browser: the session's cookie, the same charge, then on to the file host. */
export function registerBrowserDownloads(app: FastifyInstance, { sessions, deliver, capabilities }: Parts) {
  app.get('/download/:guid/format/:extension', async (request: BrowserRequest, reply) => {
    const caller = sessions.read(request);
    if (!caller) return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`);
    const { guid, extension } = request.params;
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return reply.redirect(`/model/${encodeURIComponent(guid)}`);
    const { lod, relativePath } = request.query;
    const wish = { format: extension, lod: textOf(lod), relativePath: textOf(relativePath) };
    const delivery = await deliver({ payer: caller, guid, wish, isSceneOnly: false });
    return reply
      .header('cache-control', 'no-store')
      .redirect(toDirectAnswer(delivery, capabilities).downloadUrl);
  });
}

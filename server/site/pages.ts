import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handleNotFound } from '../base/http/errors.ts';
import { placePage } from '../base/http/sub-path.ts';
import { AppError } from '../contract/errors.ts';
import { pagePaths } from '../contract/pages.ts';
import { describePage, type PageModel } from './describe-page.ts';
import { toPagePolicy } from './page-policy.ts';

type PageOptions = {
  readonly rendererDir: string;
  /** The path that people see before every path of ours. */
  readonly root: string;
  /** Where the files of models come from. */
  readonly fileAddresses: () => readonly string[];
  /** Who has to sign in before the pages of models are shown. */
  readonly isStranger: (request: FastifyRequest) => boolean;
  /** What the address of a model's page is about; null where there is no such model. */
  readonly findModel: (segment: string) => PageModel | null;
};

/** Pages that show models; all others ask for a sign-in themselves where they need one. */
const cataloguePages: readonly string[] = ['/', '/favourites', '/model/*'];

/** The web pages: one built page, told apart by its address; never framed, never cached. */
export async function registerPages(app: FastifyInstance, options: PageOptions) {
  const { rendererDir, root, fileAddresses, isStranger, findModel } = options;
  const file = path.join(rendererDir, 'web.html');
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const built = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new AppError(
        'UNAVAILABLE',
        'The web pages are not built. Run "npm run serve", which builds them.',
        { cause },
      );
    });
    const html = placePage(built, root);
    reply.headers({
      'content-security-policy': toPagePolicy(fileAddresses()),
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    });
    const model = isModelPage(request) ? findModel(readSegment(request)) : null;
    return reply.type('text/html; charset=utf-8').send(model === null ? html : describePage(html, model));
  };
  const sendToSignIn = (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').redirect(`/sign-in?next=${encodeURIComponent(request.url)}`);
  const sendCataloguePage = (request: FastifyRequest, reply: FastifyReply) =>
    isStranger(request) ? sendToSignIn(request, reply) : sendPage(request, reply);
  for (const page of pagePaths) app.get(page, cataloguePages.includes(page) ? sendCataloguePage : sendPage);
  handleNotFound(app, sendPage);
  await registerAssets(app, rendererDir);
}

const isModelPage = ({ routeOptions: { url } }: FastifyRequest) => url === '/model/*';
const readSegment = ({ params }: FastifyRequest) =>
  typeof params === 'object' && params !== null && '*' in params ? String(params['*']) : '';

/** What the built pages load: scripts, styles and decoders, named by their content. */
export async function registerAssets(app: FastifyInstance, rendererDir: string) {
  const assets = path.join(rendererDir, 'ui');
  if (!existsSync(assets)) return;
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/ui/',
    immutable: true,
    preCompressed: true, // as the build made them, so that nothing is compressed per request
    maxAge: '365d',
    decorateReply: false,
  });
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { handleNotFound } from '../base/http/errors.ts';
import { encode, isNamed, pickEncoding, tagOfBody, varyByEncoding } from '../base/http/ready-answer.ts';
import { placePage } from '../base/http/sub-path.ts';
import { AppError } from '../contract/errors.ts';
import { type PagePath, pageParts, pagePaths } from '../contract/pages.ts';
import { describePage, type PageModel } from './describe-page.ts';
import { fetchEarly, listingCall, modelCall, toCardPicture, toPagePicture } from './fetch-early.ts';
import type { FirstLook } from './first-look.ts';
import { toPagePolicy } from './page-policy.ts';

const PartFiles = z.record(z.string(), z.array(z.string()));

type PageOptions = {
  readonly hasPrices: boolean;
  readonly rendererDir: string;
  readonly root: string;
  /** Origins of model files. */
  readonly fileAddresses: () => readonly string[];
  /** Whether the request must sign in before it can see models. */
  readonly isStranger: (request: FastifyRequest) => boolean;
  readonly findModel: (segment: string) => PageModel | null;
  readonly firstLook: FirstLook;
};

/** Pages that show models; all others ask for a sign-in themselves if needed. */
const cataloguePages: readonly string[] = ['/', '/favourites', '/model/*'];

/** Serves the web pages: one built page, routed by its address; never framed, always revalidated. */
export async function registerPages(app: FastifyInstance, options: PageOptions) {
  const { rendererDir, root, hasPrices, fileAddresses, isStranger, findModel, firstLook } = options;
  const findEarly = async (page: PagePath | null, model: PageModel | null, hasQuery: boolean) => {
    if (page === '/' && !hasQuery)
      return { call: listingCall, pictures: (await firstLook()).flatMap(toCardPicture) };
    if (model === null) return { call: null, pictures: [] };
    return { call: modelCall(model.guid), pictures: toPagePicture(model) };
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { html: built, partFiles } = await readBuilt(rendererDir);
    reply.headers({
      'content-security-policy': toPagePolicy(fileAddresses()),
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    });
    const page = findPage(request);
    const model = page === '/model/*' ? findModel(readSegment(request)) : null;
    const described = model === null ? built : describePage(built, model);
    const files = page === null ? [] : (partFiles[pageParts[page]] ?? []);
    const html = fetchEarly(described, {
      files,
      ...(await findEarly(page, model, request.url.includes('?'))),
    });
    const told = hasPrices ? html : html.replace('<html ', '<html data-prices="off" ');
    return sendText(request, reply.type('text/html; charset=utf-8'), placePage(told, root));
  };
  const sendToSignIn = (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').redirect(`/sign-in?next=${encodeURIComponent(request.url)}`);
  const sendCataloguePage = (request: FastifyRequest, reply: FastifyReply) =>
    isStranger(request) ? sendToSignIn(request, reply) : sendPage(request, reply);
  for (const page of pagePaths) app.get(page, cataloguePages.includes(page) ? sendCataloguePage : sendPage);
  handleNotFound(app, sendPage);
  await registerAssets(app, rendererDir);
}

/** Sends text compressed, or 304 if the browser has it. */
async function sendText(request: FastifyRequest, reply: FastifyReply, text: string) {
  const body = Buffer.from(text);
  const tag = `W/${tagOfBody(body)}`;
  varyByEncoding(reply.header('etag', tag));
  const isFound = reply.statusCode === 200;
  if (isFound && isNamed(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const encoding = pickEncoding(request, body.length);
  if (encoding === null) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await encode(body, encoding));
}

const findPage = ({ routeOptions: { url } }: FastifyRequest): PagePath | null =>
  pagePaths.find((page) => page === url) ?? null;
const readSegment = ({ params }: FastifyRequest) =>
  typeof params === 'object' && params !== null && '*' in params ? String(params['*']) : '';

/** Read for each request, because developers rebuild the UI beside a running server. */
async function readBuilt(rendererDir: string) {
  const read = (name: string) => readFile(path.join(rendererDir, name), 'utf8');
  try {
    const [html, parts] = await Promise.all([read('web.html'), read('pages.json')]);
    return {
      html,
      /** Files of each part of the UI, in addition to those that the page names itself. */
      partFiles: PartFiles.parse(JSON.parse(parts)),
    };
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      'The web pages are not built. Run "npm run serve", which builds them.',
      { cause },
    );
  }
}

/** Serves files of the built pages: scripts, styles and decoders, named by content. */
export async function registerAssets(app: FastifyInstance, rendererDir: string) {
  const assets = path.join(rendererDir, 'ui');
  if (!existsSync(assets)) return;
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/ui/',
    immutable: true,
    preCompressed: true, // uses the build's compressed files
    maxAge: '365d',
    decorateReply: false,
  });
}

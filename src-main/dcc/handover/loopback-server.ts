import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { AppError, errorCodes, toErrorBody } from '../../../server/contract/errors.ts';
import { withoutHidden } from '../../../server/contract/hidden-characters.ts';
import { PluginFamily } from '../../../server/contract/starters.ts';
import type { Log } from '../../platform/storage/log.ts';
import type { FindAsset } from '../plugins/public-assets.ts';
import type { JobBoard } from './job-board.ts';
import { sendAsset } from './send-asset.ts';

export type LoopbackServer = { readonly port: number; readonly close: () => Promise<void> };

type LoopbackOptions = {
  readonly secret: string;
  readonly board: JobBoard;
  readonly log: Log;
  readonly findAsset: FindAsset;
};

const largestBody = 64 * 1024;
const timeout = 10_000;

const Asking = z.object({
  host: PluginFamily,
  session: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  label: z
    .string()
    .transform((text) => withoutHidden(text.replace(/\s/g, ' ')).trim().slice(0, 200) || 'Untitled'),
});
const Result = z.object({ ok: z.boolean(), message: z.string().max(largestBody).default('') });

const digest = (text: string) => createHash('sha256').update(text).digest();

const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted));

/** Refuses web pages, including those that reach this address by DNS rebinding. */
function refusePages({ headers: { host, origin } }: IncomingMessage, port: number) {
  if (host !== `127.0.0.1:${port}` || origin !== undefined)
    throw new AppError('FORBIDDEN', 'Only plugins on this computer may call this address, as 127.0.0.1.');
}

/** Refuses callers that have not read the note, which only this user can read. */
function refuseGuesses({ headers: { authorization = '' } }: IncomingMessage, secret: string) {
  if (!isSame(authorization, `Bearer ${secret}`))
    throw new AppError('UNAUTHENTICATED', 'The secret is out of date. Read dcc.json again.');
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largestBody)
      throw new AppError('TOO_LARGE', 'A result may be at most 64 KiB. Send a shorter message.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'The body is not valid JSON.', { cause });
  }
}

function parse<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError(
    'INVALID_INPUT',
    `${issue?.path.join('.') ?? 'input'}: ${issue?.message ?? 'not valid'}`,
  );
}

async function answer(request: IncomingMessage, board: JobBoard): Promise<object> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET' && pathname === '/dcc/jobs') {
    const { host: family, session, label } = parse(Asking, Object.fromEntries(searchParams));
    return { ok: true, jobs: board.ask({ family, session, label }, Date.now()) };
  }
  const id = /^\/dcc\/jobs\/([\w-]{1,64})\/result$/.exec(pathname)?.[1];
  if (request.method === 'POST' && id !== undefined) {
    const result = parse(Result, await readBody(request));
    if (!board.report(id, result, Date.now()))
      throw new AppError(
        'NOT_FOUND',
        'No such job is being imported. Lodestock may have stopped waiting for it.',
      );
    return { ok: true };
  }
  throw new AppError('NOT_FOUND', 'Use GET /dcc/jobs or POST /dcc/jobs/{id}/result.');
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** Starts the server that plugins ask for models, on a random loopback port. */
export async function startLoopbackServer({
  secret,
  board,
  log,
  findAsset,
}: LoopbackOptions): Promise<LoopbackServer> {
  let port = 0;
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    try {
      refusePages(request, port);
      if (request.url?.startsWith('/assets/')) return await sendAsset(request, response, findAsset);
      refuseGuesses(request, secret);
      send(response, 200, await answer(request, board));
    } catch (error) {
      const body = toErrorBody(error, String(requests));
      if (body.code === 'INTERNAL') log.error('dcc.failed', { error });
      response.setHeader('connection', 'close'); // the rest of a rejected body is not read
      send(response, errorCodes[body.code].status, body);
    }
  });
  Object.assign(server, { requestTimeout: timeout, headersTimeout: timeout, maxConnections: 100 });
  port = await listen(server);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

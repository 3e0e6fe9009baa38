import { randomUUID } from 'node:crypto';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import type { Core } from '../base/core.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { Addresses } from '../base/http/addresses.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { AppError } from '../contract/errors.ts';
import type { Sources } from '../sources/sources.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { accountPath, createDoor } from './door.ts';
import { createMcpLimits } from './mcp-limits.ts';
import { createFindPayer } from './payers.ts';
import { createResources, type ReadPoster } from './resources.ts';
import { createSseSessions } from './sse-sessions.ts';
import { createStreamableHttp } from './streamable-http.ts';
import { createDownloadModel, type DownloadParts } from './tools/download-model.ts';
import { createGetModelDetails } from './tools/get-model-details.ts';
import { createListCategories } from './tools/list-categories.ts';
import { createPreviewModels, type ReadPreview } from './tools/preview-models.ts';
import { createFetch, createSearch } from './tools/search-and-fetch.ts';
import { createSearchModels } from './tools/search-models.ts';

const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Refuses pages of other sites: the Origin must be ours, this machine's, or in the settings. Throws FORBIDDEN. */
function createOriginGuard(addresses: Addresses, named: readonly string[]) {
  return ({ headers: { origin } }: FastifyRequest) => {
    if (origin === undefined) return;
    const isOurs = URL.canParse(origin) && new URL(addresses.base()).origin === origin;
    const isHere = URL.canParse(origin) && ownHosts.has(new URL(origin).hostname);
    if (!isOurs && !isHere && !named.includes(origin))
      throw new AppError('FORBIDDEN', 'Pages of other sites cannot use this server’s MCP endpoint.');
  };
}

type Parts = Pick<Core, 'store' | 'addresses' | 'clock'> &
  Pick<DownloadParts, 'callers' | 'resolveDownload' | 'capabilities' | 'sightOf'> & {
    readonly catalogue: Catalogue;
    readonly readPoster: ReadPoster;
    readonly readPreview: ReadPreview;
    readonly unlocks: Unlocks;
    readonly hasPrices: boolean;
    /** Origins of web apps that can use this server as an agent would. */
    readonly corsOrigins: readonly string[];
    readonly sources: Pick<Sources, 'search'>;
    readonly storage: Pick<Storage, 'explain'>;
  };

const SessionQuery = z.object({ sessionId: z.string().max(100) });

/** Serves the catalogue to AI agents: streamable HTTP at /mcp/, HTTP+SSE at /mcp/sse. */
export async function registerMcp(http: FastifyInstance, parts: Parts) {
  const {
    catalogue,
    readPoster,
    readPreview,
    callers,
    resolveDownload,
    capabilities,
    sightOf,
    addresses,
    corsOrigins,
    clock,
    storage,
  } = parts;
  const mcpLimits = createMcpLimits(callers, clock);
  const findPayer = createFindPayer(parts);
  const tools = [
    createSearchModels({ catalogue, mcpLimits, findPayer, sources: parts.sources }),
    createPreviewModels({ readPreview, catalogue, mcpLimits }),
    createGetModelDetails(catalogue, mcpLimits),
    createDownloadModel({ callers, resolveDownload, capabilities, mcpLimits, sightOf }),
    createListCategories(catalogue, mcpLimits),
    createSearch(catalogue, mcpLimits),
    createFetch(catalogue, mcpLimits),
  ];
  const makeServer = () =>
    createMcpServer({
      version: packageJson.version,
      tools,
      resources: createResources(catalogue, readPoster),
      countRead: mcpLimits.countRead,
      makeId: randomUUID,
      explain: storage.explain,
      onFault: (error, requestId) => http.log.error({ err: error, requestId }, 'MCP request failed'),
    });
  const handler = createMcpHandler(makeServer);
  const sessions = createSseSessions({ makeServer, clock, endpoint: `${addresses.root}/mcp/messages` });
  const door = createDoor(callers, addresses);
  const answer = createStreamableHttp(handler, {
    url: () => `${addresses.base()}/mcp/`,
    challenge: door.challenge,
  });
  const guard = createOriginGuard(addresses, corsOrigins);

  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The SDK parses the body itself, so that faults are answered by the protocol's rules.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', async (request) => {
      guard(request);
      await door.admit(request);
    });
    scope.addHook('onSend', async (request, reply) => door.tell(request, reply));
    for (const url of ['/mcp', '/mcp/', accountPath])
      scope.route({ method: ['GET', 'POST', 'DELETE'], url, handler: answer });
    scope.get('/mcp/sse', sessions.open);
    scope.post('/mcp/messages', async (request, reply) => {
      sessions.post(request, SessionQuery.parse(request.query).sessionId);
      return reply.code(202).send();
    });
    scope.addHook('preClose', async () => {
      sessions.close();
      await handler.close();
    });
  });
}

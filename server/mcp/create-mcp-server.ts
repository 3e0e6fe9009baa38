import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AppError, type ErrorCode, toErrorBody } from '../contract/errors.ts';
import { type Exchange, exchanges } from './exchange.ts';
import { getPrompt, prompts } from './prompts.ts';
import { type Resources, resourceTemplates } from './resources.ts';
import type { Tool, ToolAnswer } from './tools/define-tool.ts';

type McpParts = {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly resources: Resources;
  readonly countRead: (exchange: Exchange) => void;
  /** Called with our own faults and the ID shown to the agent; never with refusals. */
  readonly onFault: (error: unknown, requestId: string) => void;
  readonly makeId: () => string;
  /** Turns a failed write into the error for callers; returns unknown errors unchanged. */
  readonly explain: (error: unknown) => unknown;
};

/** JSON-RPC code for a missing API key or download right; MCP reserves -32000 to -32019 for servers. */
const signInCode = -32_010;

const demands: ReadonlySet<ErrorCode> = new Set(['API_KEY_REQUIRED', 'INSUFFICIENT_SCOPE']);

const instructions =
  'A catalogue of 3D models in topologies (LODs) 1k, 10k, 100k and source. search_models, preview_models to look, then download_model with a format and LOD of the result; 1k is free. Files are exact: an error names what exists. Verify sha256_string after fetching.';

const unknown: Exchange = { address: 'unknown', bearer: null, demand: () => {} };
const here = () => exchanges.getStore() ?? unknown;

/** One MCP server per exchange (HTTP) or connection, the same for every transport. */
export function createMcpServer(parts: McpParts): Server {
  const { tools, resources } = parts;
  const server = new Server(
    { name: 'lodestock', title: 'Lodestock', version: parts.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  const read = async <T>(give: () => Promise<T>) => {
    try {
      parts.countRead(here());
      return await give();
    } catch (error) {
      throw toProtocolError(error, parts);
    }
  };
  server.setRequestHandler('tools/list', () => ({ tools: tools.map((tool) => tool.listing) }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.find(({ listing }) => listing.name === params.name);
    if (!tool) {
      const offered = tools.map(({ listing }) => listing.name).join(', ');
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${params.name}. Offered: ${offered}.`,
      );
    }
    return callTool(tool, params.arguments, parts);
  });
  server.setRequestHandler('resources/list', ({ params }) => read(() => resources.list(params?.cursor)));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params }) => read(() => resources.read(params.uri)));
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments));
  return server;
}

/** Resources have no error result, so faults become protocol errors. */
function toProtocolError(thrown: unknown, { onFault, makeId, explain }: McpParts): ProtocolError {
  const error = explain(thrown);
  if (error instanceof ProtocolError) return error;
  const { ok: _ok, message, ...data } = toErrorBody(error, makeId());
  if (data.code !== 'INTERNAL') return new ProtocolError(ProtocolErrorCode.InvalidRequest, message, data);
  onFault(error, data.requestId);
  return new ProtocolError(ProtocolErrorCode.InternalError, message, data);
}

const toResult = (content: Record<string, unknown>, images: ToolAnswer['images'] = []): CallToolResult => ({
  content: [
    { type: 'text', text: JSON.stringify(content) },
    ...images.map((image) => ({ type: 'image' as const, ...image })),
  ],
  structuredContent: content,
});

/** A refusal is a result that the model can read and act on; only the demand to sign in is a protocol error. */
async function callTool(tool: Tool, input: unknown, parts: McpParts): Promise<CallToolResult> {
  const { onFault, makeId, explain } = parts;
  try {
    const { content, images } = await tool.call(input, here());
    return toResult(content, images);
  } catch (thrown) {
    const error = explain(thrown);
    if (error instanceof AppError && demands.has(error.code)) {
      throw new ProtocolError(signInCode, error.message, { code: error.code, ...error.details });
    }
    const requestId = makeId();
    const body = toErrorBody(error, requestId);
    if (body.code === 'INTERNAL') onFault(error, requestId);
    return { ...toResult(body), isError: true };
  }
}

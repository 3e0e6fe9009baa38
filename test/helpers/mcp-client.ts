import path from 'node:path';
import {
  Client,
  ProtocolError,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { afterUse } from './after-use.ts';

type McpTransport = 'http' | 'http of the revision before' | 'sse' | 'stdio';
export const mcpTransports: readonly McpTransport[] = ['http', 'http of the revision before', 'sse', 'stdio'];

const root = path.resolve(import.meta.dirname, '../..');

/** The stdio server as its own process, as an agent's host starts it. */
export const makeStdioTransport = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [path.join(root, 'dist/server/main.js'), '--transport', 'stdio', ...args],
    env: { PATH: process.env.PATH ?? '', LODESTOCK_QUIET_SECONDS: '0', ...env },
    stderr: 'ignore',
  });

function makeTransport(baseUrl: string, transport: McpTransport, bearer?: string) {
  if (transport === 'stdio') return makeStdioTransport(['--server', baseUrl]);
  const headers = { requestInit: { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} } };
  return transport === 'sse'
    ? new SSEClientTransport(new URL(`${baseUrl}/mcp/sse`), headers)
    : new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp/`), headers);
}

/** The official client, connected to a server of ours. */
export async function connectMcp(baseUrl: string, transport: McpTransport = 'http', bearer?: string) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    transport === 'http' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  afterUse(() => client.close());
  await client.connect(makeTransport(baseUrl, transport, bearer));
  return client;
}

const Refusal = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** Calls a tool; `content` is its structured answer, `refusal` what a failed call says. */
export async function callTool(client: Client, name: string, input: Record<string, unknown>) {
  const { structuredContent, isError } = await client.callTool({ name, arguments: input });
  return {
    content: isError ? null : z.record(z.string(), z.unknown()).parse(structuredContent),
    refusal: isError ? Refusal.parse(structuredContent) : null,
  };
}

const RpcError = z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }) });

/** The error of the protocol that a call ends with, and the HTTP status that it came with. */
export async function protocolErrorOf(call: Promise<unknown>) {
  const error = await call.then(
    (value) => new Error(`It answered ${JSON.stringify(value)}.`),
    (reason: unknown) => reason,
  );
  if (error instanceof SdkHttpError) {
    const body = RpcError.parse(JSON.parse(String(error.data.text)));
    return { ...body.error, status: error.status };
  }
  if (!(error instanceof ProtocolError)) throw error;
  return { code: error.code, message: error.message, data: error.data, status: null };
}

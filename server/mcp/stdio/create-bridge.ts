import { type Client, ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };

const RemoteError = z.object({
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});

/** Turns an error with an HTTP status (402) into the protocol error in its body. */
function toProtocolError(error: unknown): unknown {
  if (!(error instanceof SdkHttpError)) return error;
  const { text } = error.data;
  if (typeof text !== 'string') return error;
  try {
    const { code, message, data } = RemoteError.parse(JSON.parse(text)).error;
    return new ProtocolError(code, message, data);
  } catch {
    return error;
  }
}

/**
 * Forwards everything of one stdio connection to a remote server. Adds the key to downloads that have none, so neither
 * the agent's configuration nor its model ever sees it.
 */
export function createBridge(client: Client, readKey: () => Promise<string | null>): Server {
  const server = new Server(
    { name: 'lodestock', title: 'Lodestock', version: packageJson.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: client.getInstructions() ?? '',
    },
  );
  const passOn = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      throw toProtocolError(error);
    }
  };
  const withKey = async (name: string, given: Record<string, unknown> = {}) => {
    const key = name === 'download_model' && given.api_key_string === undefined ? await readKey() : null;
    return key === null ? given : { ...given, api_key_string: key };
  };
  server.setRequestHandler('tools/list', ({ params }) => passOn(() => client.listTools(params)));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const args = await withKey(params.name, params.arguments);
    return passOn(() => client.callTool({ name: params.name, arguments: args }, { signal }));
  });
  server.setRequestHandler('resources/list', ({ params }) => passOn(() => client.listResources(params)));
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    passOn(() => client.listResourceTemplates(params)),
  );
  server.setRequestHandler('resources/read', ({ params }) => passOn(() => client.readResource(params)));
  server.setRequestHandler('prompts/list', ({ params }) => passOn(() => client.listPrompts(params)));
  server.setRequestHandler('prompts/get', ({ params }) => passOn(() => client.getPrompt(params)));
  return server;
}

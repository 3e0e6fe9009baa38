import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError } from '../../contract/errors.ts';

async function connect(url: URL, key: string | null): Promise<Client> {
  const client = new Client(
    { name: 'lodestock-stdio', version: packageJson.version },
    { versionNegotiation: { mode: 'auto' } },
  );
  const requestInit = key === null ? {} : { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

const isRefused = (error: unknown) => error instanceof SdkHttpError && error.status === 401;

/**
 * Connects to a server's MCP endpoint, in the newest revision that the server supports. Sends the key only if the
 * server requires one. Throws UNAVAILABLE, or UNAUTHENTICATED if the key is missing or refused.
 */
export async function connectRemote(
  serverUrl: string,
  readKey: () => Promise<string | null>,
): Promise<Client> {
  const url = new URL(`${serverUrl.replace(/\/+$/, '')}/mcp/`);
  try {
    return await connect(url, null).catch(async (error: unknown) => {
      const key = isRefused(error) ? await readKey() : null;
      if (key === null) throw error;
      return connect(url, key);
    });
  } catch (cause) {
    if (isRefused(cause))
      throw new AppError(
        'UNAUTHENTICATED',
        `${serverUrl} shows its models only to people and agents that are signed in. Create an API key on its account page, then store it with "mcp login".`,
        { cause },
      );
    throw new AppError(
      'UNAVAILABLE',
      `${url} does not answer as an MCP server. Check the address after --server.`,
      {
        cause,
      },
    );
  }
}

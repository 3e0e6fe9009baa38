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

/** Connects to an MCP endpoint in its newest revision; sends the key if required. Throws UNAVAILABLE or UNAUTHENTICATED. */
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

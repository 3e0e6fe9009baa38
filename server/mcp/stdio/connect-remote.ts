import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError } from '../../contract/errors.ts';

/** A client of the MCP endpoint of a server, in the newest revision that the server speaks. Throws UNAVAILABLE. */
export async function connectRemote(serverUrl: string): Promise<Client> {
  const client = new Client(
    { name: 'lodestock-stdio', version: packageJson.version },
    { versionNegotiation: { mode: 'auto' } },
  );
  const url = new URL(`${serverUrl.replace(/\/+$/, '')}/mcp/`);
  try {
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      `${url} does not answer as an MCP server. Check the address after --server.`,
      {
        cause,
      },
    );
  }
}

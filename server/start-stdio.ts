import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import type { Config } from './config.ts';
import { connectRemote } from './mcp/stdio/connect-remote.ts';
import { createBridge } from './mcp/stdio/create-bridge.ts';
import { keyStore, localKeyOwner } from './mcp/stdio/key-store.ts';
import { findRunningServer } from './running-server.ts';
import { startServer } from './start-server.ts';

/** Milliseconds that the first answer can wait for the library. */
const firstScan = 5000;

const usage = 'Use: node server/main.ts --transport stdio [--server https://models.example.org]';
const Options = z.object({
  transport: z.literal('stdio', { error: 'the transport is stdio; HTTP is served by the server itself' }),
  server: z
    .url({ protocol: /^https?$/, error: 'the server is an address like https://models.example.org' })
    .optional(),
});

function readOptions(args: readonly string[]) {
  const options = { transport: { type: 'string' }, server: { type: 'string' } } as const;
  try {
    return Options.parse(parseArgs({ args: [...args], options }).values);
  } catch (error) {
    const reason = error instanceof z.ZodError ? error.issues[0]?.message : String(error);
    throw new Error(`The agent's server was not started: ${reason}. ${usage}`);
  }
}

/** One server per data folder: a running one, or else our own on a free port, for this machine only. */
async function findServer(config: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  const running = await findRunningServer(config.dataDir);
  if (running !== null) return { url: running, stop: async () => {} };
  const alone = { ...config, host: '127.0.0.1', port: 0, baseUrl: null, workerUrl: null };
  const { localUrl, scanned, stop } = await startServer(alone, process.stderr);
  // Models found by now can be searched at once. Agents give up on a server that stays silent.
  await Promise.race([scanned, wait(firstScan, undefined, { ref: false })]);
  return { url: localUrl, stop };
}

/** Serves one agent on stdin and stdout, from the data folder or a named server. Returns a function that stops it. */
export async function runStdio(args: readonly string[], config: Config): Promise<() => Promise<void>> {
  const { server } = readOptions(args);
  const { url, stop } =
    server === undefined ? await findServer(config) : { url: server, stop: async () => {} };
  const keyOwner = server === undefined ? localKeyOwner : url;
  const readKey = () => keyStore.read(keyOwner);
  const client = await connectRemote(url, readKey);
  const connection = serveStdio(() => createBridge(client, readKey));
  const end = async () => {
    await connection.close();
    await client.close();
    await stop();
  };
  process.stdin.once('close', () => void end().then(() => process.exit(0)));
  return end;
}

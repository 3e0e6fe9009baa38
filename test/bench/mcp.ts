import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { callTool, connectMcp } from '../helpers/mcp-client.ts';
import { measureTokens } from '../helpers/mcp-tokens.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import type { BenchLibrary } from './library.ts';
import type { Row } from './run.ts';
import { memoryOf } from './studio/bench-server.ts';

const sessionCount = 200;
const rounds = 10;

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

async function makeKeys(baseUrl: string): Promise<readonly string[]> {
  const post = async (url: string, body: unknown, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    return (await fetch(`${baseUrl}${url}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const keys: string[] = [];
  for (let person = 0; keys.length < sessionCount; person += 1) {
    const email = `agent${person}@example.org`;
    const { token } = await post('/api/auth/register', { email, password: 'bench password', name: 'Agent' });
    for (let key = 0; key < 50; key += 1)
      keys.push((await post('/api/account/api-keys', { name: `key ${key}` }, token)).apiKey);
  }
  return keys;
}

const turns = [
  ['search_models', { query_string: 'chair' }],
  ['search_models', { query_string: '', limit_int: 5 }],
  ['list_categories', {}],
] as const;

async function work(client: Client, times: number[]) {
  for (let round = 0; round < rounds; round += 1) {
    const [name, input] = turns[round % turns.length] ?? turns[0];
    const start = performance.now();
    const { refusal } = await callTool(client, name, input);
    if (refusal) throw new Error(`${name} was refused: ${refusal.message}`);
    times.push(performance.now() - start);
  }
}

/** Cost in tokens, and 200 agents at once, each with its own key. */
export async function benchMcp(library: BenchLibrary): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-'));
  const env = { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_PORT: '0' };
  const server = await startServerChild('test/bench/our-server.ts', { env });
  try {
    await waitUntilReady(server.baseUrl);
    const costs = await measureTokens(server.baseUrl, 'chair', 'glb');
    const keys = await makeKeys(server.baseUrl);
    const clients = await Promise.all(keys.map((key) => connectMcp(server.baseUrl, 'sse', key)));
    await Promise.all(clients.map((client) => work(client, []))); // memory is compared once it is warm
    const before = memoryOf(server).now;
    const times: number[] = [];
    await Promise.all(clients.map((client) => work(client, times)));
    const after = memoryOf(server).now;
    await Promise.all(clients.map((client) => client.close()));
    const milliseconds = (share: number) => `${Math.round(quantile(times, share))} ms`;
    return [
      {
        what: 'Agents: tokens that a model reads',
        ours: costs.map(({ what, tokens }) => `${what} ${tokens}`).join(', '),
        anchor: '',
        ratio: '',
      },
      {
        what: `Agents: ${sessionCount} sessions at once, ${sessionCount * rounds} calls`,
        ours: `no error, p50 ${milliseconds(0.5)}, p95 ${milliseconds(0.95)}, ${before} to ${after} MB`,
        anchor: '',
        ratio: '',
      },
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp, mcpTransports, protocolErrorOf } from '../../helpers/mcp-client.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  files: { ...simpleModel('Oak chair'), ...simpleModel('Iron table') },
});

const Found = z.object({ models: z.array(z.object({ model_id_string: z.string() })).min(1) });
const Delivered = z.object({
  direct_download_url_string: z.string(),
  sha256_string: z.string(),
  size_bytes_int: z.number(),
  charged_usd_number: z.number(),
  balance_remaining_usd_number: z.number().nullable(),
  support_files: z.array(z.object({ direct_download_url_string: z.string(), sha256_string: z.string() })),
});

async function fetchHash(url: string) {
  const response = await fetch(url);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}

async function findChair(client: Client) {
  const { content } = await callTool(client, 'search_models', { query_string: 'oak chair' });
  return Found.parse(content).models[0]?.model_id_string ?? '';
}

describe.each(mcpTransports)('an agent over %s', (transport) => {
  test('takes free files and pays for detail', async () => {
    const client = await connectMcp(server.baseUrl, transport);
    const person = await registerPerson(server);
    const id = await findChair(client);
    const wish = { model_id_string: id, format_string: 'obj' };

    const details = await callTool(client, 'get_model_details', { model_id_string: id });
    const free = await callTool(client, 'download_model', { ...wish, lod_string: '1k' });
    const refused = await protocolErrorOf(
      client.callTool({ name: 'download_model', arguments: { ...wish, lod_string: '10k' } }),
    );
    const paid = await callTool(client, 'download_model', {
      ...wish,
      lod_string: '10k',
      api_key_string: person.token,
    });

    expect(details.content).toMatchObject({ title_string: 'Oak chair', price_usd_number: 1 });
    expect(free.content).toMatchObject({ charged_usd_number: 0, balance_remaining_usd_number: null });
    expect(refused).toMatchObject({ data: { code: 'API_KEY_REQUIRED' } });
    expect(refused.status).toBe(transport.startsWith('http') ? 402 : null);
    expect(paid.content).toMatchObject({ charged_usd_number: 1, balance_remaining_usd_number: 99 });
    for (const answer of [free, paid]) {
      const file = Delivered.parse(answer.content);
      expect(await fetchHash(file.direct_download_url_string)).toBe(file.sha256_string);
      for (const support of file.support_files)
        expect(await fetchHash(support.direct_download_url_string)).toBe(support.sha256_string);
      expect(file.support_files).toHaveLength(2);
    }
  });

  test('reads models as resources, and the prompt', async () => {
    const client = await connectMcp(server.baseUrl, transport);

    const { resources } = await client.listResources();
    const uri = resources[0]?.uri ?? '';
    const { contents } = await client.readResource({ uri });
    const { prompts } = await client.listPrompts();
    const prompt = await client.getPrompt({ name: 'find_and_place', arguments: { object: 'a chair' } });
    const missing = await protocolErrorOf(client.readResource({ uri: 'model://nothing' }));

    expect(resources).toHaveLength(2);
    expect(contents[0]).toMatchObject({ uri, mimeType: 'application/json' });
    expect(prompts.map(({ name }) => name)).toEqual(['find_and_place']);
    expect(JSON.stringify(prompt.messages)).toContain('a chair');
    expect(missing.message).toContain('model://nothing');
  });
});

test('both revisions of the protocol are spoken', async () => {
  const newest = await connectMcp(server.baseUrl, 'http');
  const before = await connectMcp(server.baseUrl, 'http of the revision before');

  const revisions = [newest, before].map((client) => client.getNegotiatedProtocolVersion());
  await Promise.all([newest.close(), before.close()]);

  expect(revisions).toEqual(['2026-07-28', '2025-11-25']);
});

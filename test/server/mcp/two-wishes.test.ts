import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { packGlb, sampleGlb } from '../../helpers/sample-files.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

/** A GLB of one triangle of this width and depth in metres. */
function pieceOf(x: number, z: number): Buffer {
  const points = Buffer.from(Float32Array.of(0, 0, 0, x, 0, 0, 0, 0, z).buffer);
  const accessor = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' };
  const document = {
    ...{ asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }] },
    ...{ meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], buffers: [{ byteLength: 36 }] },
    ...{ bufferViews: [{ buffer: 0, byteLength: 36 }], accessors: [accessor] },
  };
  return packGlb(document, points);
}

const pieces = [
  ['Linen sofa', 2.2, 0.9, 1],
  ['Corner sofa', 4.6, 3.2, 1],
  ['Coffee table', 1.2, 0.6, 1],
  ['Floor lamp', 0.4, 0.4, 1],
  ['Designer lamp', 0.5, 0.5, 9],
] as const;
const server = await startTestServer({
  files: {
    ...Object.fromEntries(
      pieces.flatMap(([title, width, depth, priceUsd]) => [
        [`${title}/product.json`, JSON.stringify({ title, category: 'Living room', priceUsd })],
        [`${title}/10k/piece.glb`, pieceOf(width, depth)],
      ]),
    ),
    'Windsor chair/product.json': JSON.stringify({ title: 'Windsor chair', license: 'CC0-1.0' }),
    'Windsor chair/1k/chair.glb': sampleGlb({ triangles: 900 }),
    'Windsor chair/100k/chair.glb': sampleGlb({ triangles: 90_000 }),
    'Bar chair/product.json': JSON.stringify({ title: 'Bar chair', license: 'CC-BY-4.0' }),
    'Bar chair/1k/chair.glb': sampleGlb({ triangles: 800 }),
  },
});

const Hits = z.object({
  models: z.array(
    z.object({
      model_id_string: z.string(),
      title_string: z.string(),
      price_usd_number: z.number(),
      matched_lod_string: z.string().optional(),
    }),
  ),
});
const Delivered = z.object({ direct_download_url_string: z.string(), charged_usd_number: z.number() });

/** An agent that counts its calls. */
function countCalls(client: Client) {
  let calls = 0;
  const call = async (name: string, input: Record<string, unknown>) => {
    calls += 1;
    const { content, refusal } = await callTool(client, name, input);
    expect(refusal).toBeNull();
    return content;
  };
  return { call, calls: () => calls };
}

test('furnishes a living room of 4 × 3 m for 3 USD in six calls', async () => {
  const { token } = await registerPerson(server);
  const key = await server.call('createApiKey', { name: 'agent', spendingCapUsd: 3 }, { token });
  const client = await connectMcp(server.baseUrl, 'http', key.body.apiKey);
  const { call, calls } = countCalls(client);
  const bought: string[] = [];
  let spent = 0;

  for (const thing of ['sofa', 'table', 'lamp']) {
    const found = await call('search_models', { query_string: thing, size_max_metres: { x: 4, z: 3 } });
    const [cheapest] = Hits.parse(found).models.toSorted((a, b) => a.price_usd_number - b.price_usd_number);
    const { model_id_string = '', title_string = '' } = cheapest ?? {};
    const wish = { model_id_string, format_string: 'glb', lod_string: '10k' };
    spent += Delivered.parse(await call('download_model', wish)).charged_usd_number;
    bought.push(title_string);
  }

  expect([bought, spent]).toEqual([['Linen sofa', 'Coffee table', 'Floor lamp'], 3]);
  expect(calls()).toBeLessThanOrEqual(6);
});

test('gets a low-poly chair as a free GLB in two calls', async () => {
  const client = await connectMcp(server.baseUrl);
  const { call, calls } = countCalls(client);

  const found = await call('search_models', {
    query_string: 'low-poly chair',
    ...{ polycount_max_int: 5000, license_string: 'CC0-1.0', format_string: 'glb' },
  });
  const [hit] = Hits.parse(found).models;
  const answer = await call('download_model', {
    model_id_string: hit?.model_id_string,
    ...{ format_string: 'glb', lod_string: hit?.matched_lod_string },
  });
  const file = await fetch(Delivered.parse(answer).direct_download_url_string);

  expect(hit).toMatchObject({ title_string: 'Windsor chair', matched_lod_string: '1k' });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(sampleGlb({ triangles: 900 }));
  expect(calls()).toBe(2);
});

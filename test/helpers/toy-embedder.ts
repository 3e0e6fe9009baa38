import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

type ToyMode = 'good' | 'failing' | 'hanging' | 'garbage' | 'zeros' | 'refusing long texts';

const concepts = [
  ['chair', 'seat', 'stool', 'armchair', 'sittable'],
  ['sword', 'blade', 'weapon', 'dagger'],
  ['table', 'desk', 'furniture'],
  ['plant', 'tree', 'fern', 'greenery'],
];

/** A vector with one dimension per concept, and small ones by the letters, so that no two texts are equal. */
function embed(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.001);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const concept = concepts.findIndex((words) => words.includes(word));
    if (concept >= 0) vector[concept] = (vector[concept] ?? 0) + 1;
    else {
      const place = concepts.length + (word.charCodeAt(0) % (dimensions - concepts.length));
      vector[place] = (vector[place] ?? 0) + 0.05;
    }
  }
  return vector;
}

/** An OpenAI-compatible embeddings endpoint on loopback with deterministic vectors, which can fail in several ways. */
export async function startToyEmbedder() {
  const state: { mode: ToyMode; dimensions: number; requests: number; texts: string[]; keys: string[] } = {
    mode: 'good',
    dimensions: 12,
    requests: 0,
    texts: [],
    keys: [],
  };
  const answer = (input: readonly string[], response: ServerResponse) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (state.mode === 'hanging') return;
    if (state.mode === 'failing') return send(500, { error: 'no' });
    if (state.mode === 'garbage') return response.writeHead(200).end('<html>not an embedding</html>');
    if (state.mode === 'refusing long texts' && input.some((text) => text.includes('unreadable')))
      return send(413, { error: 'too long' });
    state.texts.push(...input);
    const embedding = (text: string) =>
      state.mode === 'zeros' ? Array(state.dimensions).fill(0) : embed(text, state.dimensions);
    // In another order than asked: the index counts.
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embedding(text) }));
    return send(200, { object: 'list', data: data.reverse(), model: 'toy' });
  };
  const server = createServer(async (request, response) => {
    state.requests += 1;
    state.keys.push(request.headers.authorization ?? '');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.url !== '/v1/embeddings') return response.writeHead(404).end();
    return answer(JSON.parse(Buffer.concat(parts).toString()).input, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    state,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type ToyEmbedder = Awaited<ReturnType<typeof startToyEmbedder>>;

import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { findQuietPort } from '../helpers/find-quiet-port.ts';
import { simpleModel } from '../helpers/library-folder.ts';
import { runs } from '../helpers/property-runs.ts';
import { registerPerson, startTestServer } from '../helpers/test-server.ts';
import { fuzzTwoPeople } from '../judges/fuzz/fuzz-two-people.ts';

const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
const server = await startTestServer({ files: simpleModel('table', { guid: 'table', priceUsd: 3 }) });
await registerPerson(server); // the admin, who may see everything

/** The same server, but for one route that answers with everybody's e-mail. */
async function startLeaking() {
  const leak = createServer(async (request, response) => {
    if (request.url?.startsWith('/api/account/entitlements')) {
      const emails = server.db.prepare<[], string>('SELECT email FROM account').pluck().all();
      response.end(JSON.stringify({ emails }));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _, ...headers } = request.headers;
    const answer = await fetch(`${server.baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'set-cookie': answer.headers.getSetCookie(),
    });
    response.end(answer.status === 204 ? undefined : Buffer.from(await answer.arrayBuffer()));
  });
  // The headers that it passes on promise connections that live as long as the server's.
  leak.keepAliveTimeout = 0;
  const port = await findQuietPort();
  await new Promise<void>((resolve) => leak.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void leak.close());
  return `http://127.0.0.1:${port}`;
}

const options = () => ({ baseUrl: server.baseUrl, guids: ['table'], wish, seed: 20_261_122 });

test("shows and changes nothing of another account's", async () => {
  const { findings, operations, statuses } = await fuzzTwoPeople({ ...options(), runs: runs(10).numRuns });

  expect(findings).toEqual([]);
  expect(operations).toBeGreaterThan(60);
  expect(statuses['200']).toBeGreaterThan(50);
});

test('notices a route that shows others', async () => {
  const baseUrl = await startLeaking();

  const { findings } = await fuzzTwoPeople({
    ...{ ...options(), baseUrl, runs: 2 },
    only: ({ path }) => path.startsWith('/api/account/'),
  });

  expect(findings).toContainEqual(
    expect.stringMatching(/^GET \/api\/account\/entitlements shows another account's "owner\./),
  );
});

import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ files: simpleModel('Oak chair'), isClockStopped: true });
const { body } = await server.call('browse', {});
const id = `model_${body.results[0]?.guid}`;

test('refuses the 101st search within a minute', async () => {
  const client = await connectMcp(server.baseUrl);
  server.advance(61_000);

  const answers = [];
  for (let i = 0; i < 101; i += 1)
    answers.push(await callTool(client, 'search_models', { query_string: 'oak' }));
  server.advance(60_000);
  const later = await callTool(client, 'search_models', { query_string: 'oak' });

  expect(answers.slice(0, 100).every(({ refusal }) => refusal === null)).toBe(true);
  expect(answers[100]?.refusal).toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfterSeconds: expect.any(Number) },
  });
  expect(later.refusal).toBeNull();
});

test('counts paid downloads by key, sixty a minute', async () => {
  const [busy, other] = [await registerPerson(server), await registerPerson(server)];
  const client = await connectMcp(server.baseUrl);
  const wish = { model_id_string: id, format_string: 'obj', lod_string: '10k' };
  const download = (key: string) => callTool(client, 'download_model', { ...wish, api_key_string: key });

  const answers = [];
  for (let i = 0; i < 61; i += 1) answers.push(await download(busy.token));
  const others = await download(other.token);

  expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(60);
  expect(answers[60]?.refusal?.code).toBe('RATE_LIMITED');
  expect(others.refusal).toBeNull();
});

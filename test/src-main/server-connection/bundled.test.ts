import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { createServerUnderTest, quick, stubborn } from './bundled-under-test.ts';

async function takePort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

test('starts, indexes with progress and becomes ready', async () => {
  const { server, statuses, become } = await createServerUnderTest();

  server.start();
  await become('ready');

  expect(statuses.map(({ status }) => status)).toEqual([
    'starting',
    'indexing',
    'indexing',
    'indexing',
    'ready',
  ]);
  expect(statuses[2]?.progress).toEqual({ done: 1, total: 2 });
  expect(statuses.at(-1)?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('comes back at the same address after a restart', async () => {
  const port = await findQuietPort();
  const { server, last, become } = await createServerUnderTest({ port });
  server.start();
  await become('ready');
  const { url } = last() ?? {};

  await server.restart();
  await become('ready');

  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(last()?.url).toBe(url);
  expect(await server.expectedUrl()).toBe(url);
});

test('takes another port when its own is taken', async () => {
  const port = await takePort();
  const { server, ports, become, file } = await createServerUnderTest({ port });

  server.start();
  await become('ready');

  expect(ports).toEqual([0]);
  await expect.poll(async () => JSON.parse(await readFile(file, 'utf8')).port).not.toBe(port);
});

test('starts a server again that died', async () => {
  const { server, statuses, last, become, ports } = await createServerUnderTest();
  server.start();
  await become('ready');
  const before = statuses.length;

  await fetch(`${last()?.url}/die`).catch(() => undefined);

  await expect.poll(() => statuses.slice(before).map(({ status }) => status)).toContain('ready');
  expect(statuses[before]).toMatchObject({
    status: 'starting',
    message: expect.stringContaining('is restarting'),
  });
  expect(ports.length).toBe(2);
});

test('gives up on a server that keeps dying', async () => {
  const { server, ports, last, become } = await createServerUnderTest({ code: 'process.exit(1)' });

  server.start();
  await become('failed');

  expect(ports.length).toBe(6);
  expect(textOf(last()?.message ?? '')).toMatch(/stopped 6 times.*Restart server.*\/logs\/server\.log/);
});

test('can be started again after it gave up', async () => {
  const { server, ports, become } = await createServerUnderTest({ code: 'process.exit(1)' });
  server.start();
  await become('failed');

  await server.restart();
  await become('failed');

  expect(ports.length).toBe(12);
});

test('asks the process to end and waits for it', async () => {
  const { server, lines, become } = await createServerUnderTest();
  server.start();
  await become('ready');

  await server.stop();

  expect(lines.at(-1)).toBe('{"event":"stopped"}');
});

test('ends a process that does not listen', async () => {
  const { server, lines, ports } = await createServerUnderTest({
    code: stubborn,
    policy: { ...quick, stopTimeout: 50, killTimeout: 50 },
  });
  server.start();
  await expect.poll(() => lines).toEqual(['up']);

  await server.stop();

  expect(ports.length).toBe(1);
});

test('believes no address but loopback', async () => {
  const { server, lines, statuses } = await createServerUnderTest({
    code: `console.log('{"event":"listening","localUrl":"http://evil.example"}'); setInterval(() => {}, 1000);`,
  });

  server.start();
  await expect.poll(() => lines.length).toBe(1);

  expect(statuses.map(({ status }) => status)).toEqual(['starting']);
});

test('says why a server will not start, and does not insist', async () => {
  const { server, ports, last, become } = await createServerUnderTest({
    code: `console.error('The data folder /nas is on a network disk.'); process.exit(78)`,
  });

  server.start();
  await become('failed');

  expect(ports.length).toBe(1);
  expect(last()?.message).toBe('The data folder /nas is on a network disk.');
});

import 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRestartingServer } from '../../../src-main/dev/restarting-server.ts';
import { createScratch } from '../scratch.ts';

const listening = `console.log(JSON.stringify({ event: 'listening', localUrl: 'http://127.0.0.1:1/' }));`;
const staysUp = 'setInterval(() => undefined, 1000);';

async function start(text: string) {
  const script = path.join(await createScratch(), 'server.mjs');
  const write = (next: string) => writeFileSync(script, next);
  write(text);
  const server = startRestartingServer({ script, env: {}, onLine: () => undefined, onUp: () => undefined });
  onTestFinished(() => server.stop());
  return { server, write };
}

test('a request that waits for a server that is replaced is told about the next one', async () => {
  const { server, write } = await start(staysUp); // never comes up
  const waiting = server.settled();
  await Promise.resolve(); // it waits for the first server now

  write(`${listening}${staysUp}`);
  await server.restart();

  expect(await waiting).toBe(true);
});

test('a server that cannot start is down until it is restarted', async () => {
  const { server, write } = await start('This is no program.');
  expect(await server.settled()).toBe(false);

  write(`${listening}${staysUp}`);
  await server.restart();

  expect(await server.settled()).toBe(true);
});

test('a server that ends later is down', async () => {
  const { server } = await start(`${listening} setTimeout(() => process.exit(1), 50);`);
  expect(await server.settled()).toBe(true);

  await expect.poll(() => server.settled()).toBe(false);
});

test('a server that was stopped is down', async () => {
  const { server } = await start(`${listening}${staysUp}`);
  expect(await server.settled()).toBe(true);

  await server.stop();

  expect(await server.settled()).toBe(false);
});

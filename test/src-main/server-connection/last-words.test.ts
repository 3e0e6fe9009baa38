import { EventEmitter } from 'node:events';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { createBundledServer, PortFile } from '../../../src-main/server-connection/bundled.ts';
import type { ServerChild } from '../../../src-main/server-connection/server-child.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';
import { quick } from './bundled-under-test.ts';

/** A server process whose end is told before what it wrote last, as the system may do. */
function createChild(lastLine: string | null): ServerChild {
  const life = new EventEmitter();
  const stdout = new PassThrough();
  const end = () => {
    life.emit('exit', 0);
    setImmediate(() => (lastLine === null ? undefined : stdout.end(`${lastLine}\n`)));
  };
  return {
    stdout,
    stderr: null,
    requestStop: () => void setImmediate(end),
    kill: () => true,
    onExit: (listener) => void life.once('exit', listener),
    onFatalError: () => undefined,
  };
}

async function startWith(child: ServerChild) {
  const { log } = createMemoryLog();
  const lines: string[] = [];
  let isForked = false;
  const server = createBundledServer({
    fork: () => {
      isForked = true;
      return child;
    },
    listeningAddress: () => '127.0.0.1',
    http: createHttp('test'),
    portFile: createJsonFile({ file: path.join(await createScratch(), 'port.json'), schema: PortFile, log }),
    onLine: (line) => lines.push(line),
    onStatus: () => undefined,
    ...{ log, policy: quick, logFile: '/logs/server.log' },
  });
  server.start();
  await expect.poll(() => isForked).toBe(true);
  return { server, lines };
}

test('reads what a server wrote before it ended', async () => {
  const { server, lines } = await startWith(createChild('stopped'));

  await server.stop();

  expect(lines).toEqual(['stopped']);
});

test('ends though something holds the output open', async () => {
  const { server, lines } = await startWith(createChild(null));

  await server.stop();

  expect(lines).toEqual([]);
});

import { createServer } from 'node:net';

/** Systems take the ports that they give on their own, also for outgoing connections, from 32,768 on. */
const lowest = 20_000;
const slices = 240;
const sliceSize = 50;

/**
 * Each process has ports of its own and gives one again only after all others, when the test that had it is long over:
 * so one that stays free for a while is safe to use.
 */
const first = lowest + (process.pid % slices) * sliceSize;
let given = 0;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A free port of loopback that neither the system nor another test gives to anybody. */
export async function findQuietPort(): Promise<number> {
  for (let tries = 0; tries < sliceSize; tries += 1) {
    const port = first + (given % sliceSize);
    given += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`The ports ${first} to ${first + sliceSize - 1} of this test process are all used.`);
}

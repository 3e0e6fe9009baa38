import { createServer, type Server } from 'node:net';

/** Systems take the ports that they give on their own, also for outgoing connections, from 32,768 on. */
const lowest = 20_000;
const slices = 240;
const sliceSize = 50;
const mostGiven = sliceSize - 1;

function listen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/**
 * Each process has ports of its own, as it holds the one before them for as long as it lives, and gives one again only
 * after all others, when the test that had it is long over: so one that stays free for a while is safe to use.
 */
let slice: Promise<number> | null = null;
let given = 0;

async function takeSlice(): Promise<number> {
  for (let tries = 0; tries < slices; tries += 1) {
    const port = lowest + ((process.pid + tries) % slices) * sliceSize;
    const held = await listen(port);
    held?.unref();
    if (held !== null) return port + 1;
  }
  throw new Error(`Other processes hold all ports from ${lowest} on that tests use.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server !== null) await new Promise((resolve) => server.close(resolve));
  return server !== null;
}

/** A free port of loopback that neither the system nor another test gives to anybody. */
export async function findQuietPort(): Promise<number> {
  slice ??= takeSlice();
  const first = await slice;
  for (let tries = 0; tries < mostGiven; tries += 1) {
    const port = first + (given % mostGiven);
    given += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`The ports ${first} to ${first + mostGiven - 1} of this test process are all used.`);
}

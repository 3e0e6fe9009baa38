import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const lowest = 20_000;
/** Systems take the ports that they give by themselves, also for outgoing connections, from 32,768 on. */
const above = 32_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A free port of loopback that the system gives nobody, so that it stays free until it is used. */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, above);
    if (await isFree(port)) return port;
  }
}

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** The same server at an address that plugins do not know to be this computer; it ends with the test. */
export async function fromAfar(address: string): Promise<string> {
  const port = Number(new URL(address).port);
  const relay = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  }).listen(0, '127.0.0.2');
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  return `http://127.0.0.2:${Object(relay.address()).port}`;
}

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A wire to a port of this machine that a test can cut, or leave in place while nothing comes through. */
export async function startWireProxy(port: number) {
  const sockets = new Set<Socket>();
  const state = { isCut: false, isSilent: false };
  const server = createServer((near) => {
    if (state.isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!state.isSilent) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    cut() {
      state.isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    silence() {
      state.isSilent = true;
    },
    mend() {
      state.isCut = false;
      if (state.isSilent) for (const socket of sockets) socket.destroy();
      state.isSilent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

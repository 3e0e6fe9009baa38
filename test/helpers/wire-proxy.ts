import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The simple query with which a client begins to listen for notices. */
const listen = Buffer.from('listen "');

/** A wire to a port of this machine that a test can cut, or leave in place while nothing comes through. */
export async function startWireProxy(port: number) {
  const sockets = new Set<Socket>();
  const state = { isCut: false, isSilent: false, asked: 0, opened: 0, unlucky: '' };
  /** Those on which notices come. */
  const listening = new Set<Socket>();
  const swallowed = new Set<Socket>();
  const server = createServer((near) => {
    state.opened += 1;
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
        if (from === near) state.asked += 1;
        if (from === near && bytes.includes(listen)) listening.add(near);
        if (from === near && state.unlucky !== '' && bytes.includes(state.unlucky)) swallowed.add(near);
        if (!state.isSilent && !swallowed.has(near)) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        listening.delete(near);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    /** How often something was sent to the far end so far. */
    asked: () => state.asked,
    /** How often a connection was made so far. */
    opened: () => state.opened,
    cut() {
      state.isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    silence() {
      state.isSilent = true;
    },
    /** As silence, for the connections alone on which notices come now. */
    swallowNotices() {
      for (const socket of listening) swallowed.add(socket);
    },
    /** As silence, for each connection from when this is sent over it. */
    swallow(text: string) {
      state.unlucky = text;
    },
    mend() {
      state.unlucky = '';
      state.isCut = false;
      if (state.isSilent) for (const socket of sockets) socket.destroy();
      for (const socket of swallowed) socket.destroy();
      state.isSilent = false;
      swallowed.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

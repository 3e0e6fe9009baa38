import { once } from 'node:events';
import { connect } from 'node:net';
import { afterUse } from './after-use.ts';

export type RawConnection = Awaited<ReturnType<typeof openRaw>>;

/**
 * A connection on which a test writes what it likes. It never ends its own direction on its own, so that only the server can
 * close it, and counts what it reads.
 */
export async function openRaw(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  socket.on('error', () => undefined); // the server may reset it
  afterUse(() => socket.destroy());
  const ended = Promise.race(
    ['end', 'close'].map((name) => new Promise((resolve) => socket.once(name, resolve))),
  );
  await Promise.race(
    ['connect', 'close'].map((name) => new Promise((resolve) => socket.once(name, resolve))),
  );
  return {
    socket,
    /** Resolves when the server has closed its direction, or both. */
    ended,
    write: (text: string) => socket.write(text),
    received: () => received,
    /** Resolves with everything received once it has this in it, or once the server has ended its direction. */
    async receive(wanted: string): Promise<string> {
      while (!received.includes(wanted) && !socket.readableEnded && !socket.destroyed) {
        const stop = new AbortController();
        const { signal } = stop;
        const events = ['data', 'end', 'close'].map((name) =>
          once(socket, name, { signal }).catch(() => null),
        );
        await Promise.race(events);
        stop.abort();
      }
      return received;
    },
    close: () => socket.destroy(),
  };
}

/** The head of a request that announces a body and does not send it. */
export const announceBody = (method: string, path: string, bytes: number, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n${more}\r\n`;

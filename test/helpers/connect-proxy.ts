import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';

type ProxyOptions = {
  /** `user:password` that it asks for; anyone may pass unless given. */
  readonly signIn?: string;
  /** Where it leads for a `host:port`; nowhere for any other. */
  readonly leads: Readonly<Record<string, number>>;
};

export type ConnectProxy = {
  /** Without a user. */
  readonly url: string;
  /** Every `host:port` it was asked for, and those that it refused for want of a password. */
  readonly asked: readonly string[];
  readonly refused: readonly string[];
  readonly close: () => Promise<void>;
};

/** A studio's proxy: tunnels by CONNECT, under names that only it can resolve. */
export async function startConnectProxy({ signIn, leads }: ProxyOptions): Promise<ConnectProxy> {
  const asked: string[] = [];
  const refused: string[] = [];
  const wanted = signIn && `Basic ${Buffer.from(signIn).toString('base64')}`;
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, socket, head) => {
    const target = request.url ?? '';
    asked.push(target);
    socket.on('error', () => socket.destroy());
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      refused.push(target);
      return void socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="studio"\r\n\r\n',
      );
    }
    const port = leads[target];
    if (port === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  // Tunnels are no connections of the HTTP server any more.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    refused,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

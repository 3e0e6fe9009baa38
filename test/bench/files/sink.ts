import net from 'node:net';

type Received = {
  readonly bytes: number;
  /** Milliseconds until the first byte of the body, and the last. */
  readonly firstByte: number;
  readonly last: number;
};

const buffer = Buffer.alloc(1024 * 1024);

/** Asks for an address and forgets what comes, in one reused buffer, so that the client costs little. */
export function sink(address: string): Promise<Received> {
  const { host, hostname, port, pathname } = new URL(address);
  const start = performance.now();
  const since = () => performance.now() - start;
  return new Promise((resolve, reject) => {
    let head = '';
    let total = Number.NaN;
    let bytes = 0;
    let firstByte = 0;
    const read = (count: number) => {
      bytes += count;
      if (!Number.isNaN(total)) return;
      head += buffer.toString('latin1', 0, count);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 || bytes === end + 4) return;
      if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`${address}: ${head.slice(0, 200)}`));
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      total = length === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(length);
      firstByte = since();
    };
    const onread = {
      buffer,
      callback(count: number) {
        read(count);
        if (bytes >= total) socket.end();
        return true;
      },
    };
    const socket = net.connect({ host: hostname, port: Number(port), onread });
    socket.on('error', reject);
    socket.on('close', () => resolve({ bytes, firstByte, last: since() }));
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}

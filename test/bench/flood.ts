import { connect, type Socket } from 'node:net';

/** What a flood sends; `%n` becomes the number of the request, `%a` the address of the connection. */
export type Flood = {
  readonly port: number;
  readonly connections: number;
  readonly requests: readonly string[];
};
export type FloodCounts = { readonly statuses: Readonly<Record<string, number>>; readonly broken: number };

const statuses = new Map<string, number>();
let broken = 0;
let sent = 0;
let isOver = false;

const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/** Bytes of a whole answer at the beginning of what came; 0 while it is not whole. */
function readAnswer(text: Buffer): number {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return 0;
  const head = text.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (text.length < end + 4 + length) return 0;
  const status = head.slice(9, 12);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return end + 4 + length;
}

/** One connection that asks again as soon as it was answered, and connects again as soon as it is closed. */
function keepAsking(flood: Flood, index: number): void {
  if (isOver) return;
  const socket: Socket = connect(flood.port, '127.0.0.1');
  sockets.add(socket);
  let text: Buffer = Buffer.alloc(0);
  const ask = () => {
    if (isOver) return;
    const request = flood.requests[sent % flood.requests.length] ?? '';
    sent += 1;
    if (request !== '')
      socket.write(request.replaceAll('%n', String(sent)).replaceAll('%a', addressOf(index)));
  };
  socket.on('connect', ask);
  socket.on('data', (chunk) => {
    text = text.length === 0 ? chunk : Buffer.concat([text, chunk]);
    const length = readAnswer(text);
    if (length === 0) return;
    text = text.subarray(length);
    ask();
  });
  socket.on('error', () => {
    if (!isOver) broken += 1;
  });
  socket.on('close', () => {
    sockets.delete(socket);
    setTimeout(() => keepAsking(flood, index), 10);
  });
}

const sockets = new Set<Socket>();
process.on('message', (order: Flood | 'end') => {
  if (order !== 'end') {
    for (let index = 0; index < order.connections; index += 1) keepAsking(order, index);
    return;
  }
  isOver = true;
  for (const socket of sockets) socket.destroy();
  const counts: FloodCounts = { statuses: Object.fromEntries(statuses), broken };
  process.send?.(counts, () => process.exit(0));
});

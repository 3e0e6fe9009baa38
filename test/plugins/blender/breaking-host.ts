import { createServer } from 'node:http';

/** A file host whose first answer ends in the middle; `asked` are the ranges that were asked for. */
export async function startBreakingHost(bytes: Buffer) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    asked.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const rest = bytes.subarray(from);
    response.writeHead(range === undefined ? 200 : 206, { 'content-length': rest.length });
    if (asked.length > 1) response.end(rest);
    else response.write(rest.subarray(0, rest.length / 2), () => response.socket?.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/file`, asked, close: () => server.close() };
}

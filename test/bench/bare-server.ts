import { createServer } from 'node:http';

/** The anchor: node:http alone, sending a fixed buffer of as many bytes as the first argument says. */
const body = Buffer.from(JSON.stringify({ ok: true, text: 'x'.repeat(Number(process.argv[2])) }));
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  console.log(JSON.stringify({ event: 'listening', baseUrl: `http://127.0.0.1:${port}` }));
});

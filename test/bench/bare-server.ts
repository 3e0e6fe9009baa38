import Fastify from 'fastify';

/** The anchor: Fastify with one route that sends a fixed text of as many bytes as the first argument says. */
const body = JSON.stringify({ ok: true, text: 'x'.repeat(Number(process.argv[2])) });
const app = Fastify();
const answer = async (_request: unknown, reply: { type(name: string): { send(text: string): unknown } }) =>
  reply.type('application/json').send(body);
app.get('/', answer);
app.post('/', answer);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(
  JSON.stringify({
    event: 'listening',
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  }),
);

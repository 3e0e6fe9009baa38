import { readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { ZipArchive } from 'archiver';
import Fastify from 'fastify';

/** Files by @fastify/static, and folders as stored ZIPs by archiver, from the folder that the first argument names. */
const root = process.argv[2] ?? '';
const app = Fastify();
await app.register(fastifyStatic, { root, prefix: '/static/' });
app.get('/archive/:name', (request, reply) => {
  const folder = path.join(root, String(Object(request.params).name), '1k');
  const archive = new ZipArchive({ store: true });
  for (const name of readdirSync(folder).sort())
    archive.file(path.join(folder, name), { name: `1k/${name}` });
  void archive.finalize();
  reply.type('application/zip').send(archive);
});
console.log(JSON.stringify({ baseUrl: await app.listen({ host: '127.0.0.1', port: 0 }) }));

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { handleErrors } from '../../../../server/base/http/errors.ts';
import { markOf } from '../../../../server/base/storage/file-mark.ts';
import type { FileStamps } from '../../../../server/files/file-stamps.ts';
import { createLibraryFiles } from '../../../../server/files/library-files.ts';
import { plainPlaces } from '../../../../server/files/library-places.ts';
import { createBufferPool } from '../../../../server/files/serving/buffer-pool.ts';
import { toFileHead } from '../../../../server/files/serving/file-head.ts';
import { createOpenFiles } from '../../../../server/files/serving/open-files.ts';
import { createFileSender } from '../../../../server/files/serving/send-file.ts';
import { createUnchangedFiles, type Expected } from '../../../../server/files/unchanged-files.ts';
import { makeLibraryFolder } from '../../../helpers/library-folder.ts';

const model = { folder: 'model' };

/** A folder of files served by name, as they were when `readIn` was last called. */
export async function serveFolder(
  files: Readonly<Record<string, Uint8Array>>,
  options: Parameters<typeof createOpenFiles>[1] = {},
) {
  const named = Object.entries(files).map(([name, content]) => [`model/${name}`, content]);
  const library = makeLibraryFolder(Object.fromEntries(named));
  const inventory = new Map<string, { expected: Expected; mark: bigint }>();
  const place = (name: string) => path.join(library.folder, 'model', name);
  const readIn = (name: string, content: Uint8Array) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const expected = { relativePath: name, sizeBytes: content.length, sha256 };
    inventory.set(name, { expected, mark: markOf(statSync(place(name), { bigint: true }), place(name)) });
  };
  for (const [name, content] of Object.entries(files)) readIn(name, content);
  const stamps: FileStamps = {
    findPlace: () => null,
    find(known) {
      const found = inventory.get(known.slice('model/'.length));
      return found ? { ...found.expected, mark: found.mark } : null;
    },
  };
  const unchanged = createUnchangedFiles({ stamps, distrust: () => {} });
  const libraryFiles = createLibraryFiles(plainPlaces(library.folder), unchanged);
  const expectedOf = (name: string) =>
    inventory.get(name)?.expected ?? { relativePath: name, sizeBytes: 0, sha256: '' };
  const openFiles = createOpenFiles(libraryFiles, options);
  const pool = createBufferPool();
  const sender = createFileSender({ openFiles, pool });
  const http = Fastify();
  handleErrors(http, { explain: (error) => error });
  http.get('/:name', (request, reply): void | Promise<void> => {
    const { name } = Object(request.params);
    const file = expectedOf(name);
    const kind = { contentType: 'x/y', cacheControl: 'private', disposition: 'attachment' } as const;
    const sent = { ...file, ...kind, name };
    return sender.send({ request, reply }, { ...sent, model, file, head: toFileHead(sent) });
  });
  const baseUrl = await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    http.server.closeAllConnections();
    await http.close();
    await openFiles.close();
  });
  return { baseUrl, place, readIn, openFiles, pool, model, expectedOf };
}

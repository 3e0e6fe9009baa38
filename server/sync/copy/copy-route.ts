import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../base/db/open-database.ts';
import { createRequireSyncKey } from '../../base/http/sync-key.ts';
import { entryFile, keepThread } from '../../base/threads/start.ts';
import type { Config } from '../../config.ts';
import { limits } from '../../contract/limits.ts';
import { copyHeader, copyPath } from './copy-head.ts';
import type { CopyThread } from './copy-thread.ts';

const hour = 60 * 60_000;
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Removes leftovers of processes that were killed while copying. */
function sweep(folder: string) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && mtimeMs < Date.now() - hour) rmSync(file, { force: true });
  }
}

/** Opens a file and unlinks it, so that it disappears when it is closed. */
async function openNameless(file: string) {
  const handle = await open(file, 'r');
  rmSync(file, { force: true });
  return handle;
}

type Parts = { readonly db: Db; readonly config: Pick<Config, 'dataDir' | 'syncKey'> };

/** Serves this site's catalogue to a new site, which then need not read every product from every host. */
export function registerCopy(http: FastifyInstance, { db, config }: Parts): void {
  const folder = path.join(config.dataDir, 'copies');
  const thread = keepThread<CopyThread>(entryFile('copy-thread'), { data: () => null });
  http.addHook('onClose', () => thread.close());
  const make = async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    sweep(folder);
    const name = path.join(folder, randomUUID());
    const to = { database: `${name}.db`, index: `${name}.index` };
    const index = path.join(config.dataDir, 'search.index');
    try {
      const head = await thread.call('copy', { database: db.name, index }, to);
      const files = head.index === null ? [to.database] : [to.database, to.index];
      return { head, handles: await Promise.all(files.map(openNameless)) };
    } finally {
      for (const end of ['.db', '.db-wal', '.db-shm', '.db-journal', '.index'])
        rmSync(name + end, { force: true });
    }
  };
  const requireKey = createRequireSyncKey(config.syncKey);
  http.get(copyPath, { exposeHeadRoute: false }, async (request, reply) => {
    requireKey(request);
    const { head, handles } = await make();
    async function* readAll() {
      for (const handle of handles)
        yield* createReadStream('', { fd: handle, autoClose: false, highWaterMark: 1024 * 1024 });
    }
    reply.hijack();
    const { raw } = reply;
    raw.setTimeout(limits.stalledTransfer, () => raw.destroy());
    raw.writeHead(200, {
      'content-type': 'application/zstd',
      'cache-control': 'no-store',
      [copyHeader]: JSON.stringify(head),
    });
    try {
      await pipeline(Readable.from(readAll()), createZstdCompress(compression), raw);
    } catch {
      raw.destroy(); // the client notices that the copy is incomplete
    } finally {
      await Promise.all(handles.map((handle) => handle.close()));
    }
  });
}

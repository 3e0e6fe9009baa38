import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import PQueue from 'p-queue';
import type { BucketClient } from '../../base/bucket/bucket-client.ts';
import type { FoundObject } from '../../base/bucket/listing.ts';
import { renamePatiently } from '../../base/storage/rename-patiently.ts';

/** Copies of objects on disk, for work that needs a file: levels, chunk hashes, posters for agents. */
type KeptObjects = {
  /** Path of the copy, with the object's own name. Rejects if it differs from what the inventory was read from. */
  readonly get: (object: FoundObject, sha256: string) => Promise<string>;
};

type Options = {
  readonly folder: string;
  readonly client: Pick<BucketClient, 'open'>;
  /** Limit of all copies in bytes; copies in use stay even beyond it. */
  readonly mostBytes?: number;
  readonly now?: () => number;
};

const usualBytes = 4 * 1024 ** 3;
const fetchedAtOnce = 4;
/** A copy counts as in use after its last request for as long as making a model's levels can take. */
const inUseMs = 15 * 60_000;
const reserveBytes = 1024 ** 3;

/** Stores each copy in a folder named by its SHA-256, and removes unused ones. */
export function createKeptObjects(options: Options): KeptObjects {
  const { folder, client, mostBytes = usualBytes, now = Date.now } = options;
  const queue = new PQueue({ concurrency: fetchedAtOnce });
  const coming = new Map<string, Promise<string>>();

  /** Least recently used first. */
  async function listCopies() {
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const copies = found
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const place = path.join(parentPath, name);
        const stats = await stat(place).catch(() => null);
        return stats ? [{ place, size: stats.size, usedAt: stats.mtimeMs }] : [];
      });
    return (await Promise.all(copies)).flat().sort((a, b) => a.usedAt - b.usedAt);
  }

  async function makeRoom(size: number): Promise<void> {
    const copies = await listCopies();
    let bytes = copies.reduce((sum, copy) => sum + copy.size, size);
    for (const copy of copies) {
      if (bytes <= mostBytes || now() - copy.usedAt <= inUseMs) break;
      await rm(path.dirname(copy.place), { recursive: true, force: true });
      bytes -= copy.size;
    }
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < size + reserveBytes)
      throw new Error(`there is no room for ${size} bytes in ${folder}, where 1 GiB must stay free`);
  }

  async function fetch({ key, etag, size }: FoundObject, sha256: string, target: string): Promise<string> {
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await makeRoom(size);
    const part = path.join(path.dirname(target), `${randomUUID()}.part`);
    const hash = createHash('sha256');
    try {
      await pipeline(
        size === 0 ? Readable.from([]) : await client.open({ key, etag, size }),
        async function* hashed(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(part, { mode: 0o600 }),
      );
      if (hash.digest('hex') !== sha256) throw new Error(`${key} has another SHA-256 now`);
      await renamePatiently(part, target);
      return target;
    } finally {
      await rm(part, { force: true });
    }
  }

  async function getOnce(object: FoundObject, sha256: string): Promise<string> {
    const target = path.join(folder, sha256, path.posix.basename(object.key));
    const usedAt = new Date(now());
    const isThere = await utimes(target, usedAt, usedAt).then(
      () => true,
      () => false,
    );
    return isThere ? target : queue.add(() => fetch(object, sha256, target));
  }

  return {
    get(object, sha256) {
      const name = `${sha256} ${object.key}`;
      const running = coming.get(name);
      if (running) return running;
      const started = getOnce(object, sha256).finally(() => coming.delete(name));
      coming.set(name, started);
      return started;
    },
  };
}

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import PQueue from 'p-queue';
import type { BucketClient } from '../../base/bucket/bucket-client.ts';
import type { FoundObject } from '../../base/bucket/listing.ts';

/** Copies of objects on the disk, for work that needs a file: levels, leaves, posters for agents. */
export type KeptObjects = {
  /** Where the copy lies. Rejects when the object is not what was read for the inventory. */
  readonly get: (object: FoundObject, sha256: string) => Promise<string>;
};

type Options = {
  readonly folder: string;
  readonly client: Pick<BucketClient, 'open'>;
  /** What copies may take; one that is larger by itself is kept alone. */
  readonly mostBytes?: number;
};

const usualBytes = 4 * 1024 ** 3;
const fetchedAtOnce = 4;
/** What was asked for lately may be in use: as long as the levels of a model may take. */
const inUseMs = 15 * 60_000;
const reserveBytes = 1024 ** 3;

/** Keeps copies by their SHA-256, and removes those that nobody asked for. */
export function createKeptObjects({ folder, client, mostBytes = usualBytes }: Options): KeptObjects {
  const queue = new PQueue({ concurrency: fetchedAtOnce });
  const coming = new Map<string, Promise<string>>();

  async function listCopies() {
    const names = await readdir(folder).catch(() => []);
    const copies = names.map(async (name) => {
      const found = await stat(path.join(folder, name)).catch(() => null);
      return found ? [{ name, size: found.size, usedAt: found.mtimeMs }] : [];
    });
    return (await Promise.all(copies)).flat().sort((a, b) => a.usedAt - b.usedAt);
  }

  async function makeRoom(size: number): Promise<void> {
    const copies = await listCopies();
    let bytes = copies.reduce((sum, copy) => sum + copy.size, size);
    for (const copy of copies) {
      const isIdle = Date.now() - copy.usedAt > inUseMs;
      if (!isIdle || (bytes <= mostBytes && !copy.name.endsWith('.part'))) continue;
      await rm(path.join(folder, copy.name), { force: true });
      bytes -= copy.size;
    }
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < size + reserveBytes)
      throw new Error(`there is no room for ${size} bytes in ${folder}, where 1 GiB must stay free`);
  }

  async function fetch({ key, etag, size }: FoundObject, sha256: string): Promise<string> {
    const target = path.join(folder, sha256);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await makeRoom(size);
    const part = `${target}.${randomUUID()}.part`;
    try {
      const hash = createHash('sha256');
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
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
    return target;
  }

  async function getOnce(object: FoundObject, sha256: string): Promise<string> {
    const target = path.join(folder, sha256);
    const now = new Date();
    const isThere = await utimes(target, now, now).then(
      () => true,
      () => false,
    );
    return isThere ? target : queue.add(() => fetch(object, sha256));
  }

  return {
    get(object, sha256) {
      const running = coming.get(sha256);
      if (running) return running;
      const started = getOnce(object, sha256).finally(() => coming.delete(sha256));
      coming.set(sha256, started);
      return started;
    },
  };
}

import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { chmod, copyFile, constants as fileConstants, link, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Checksum } from './tus-headers.ts';
import { createUploadLocks } from './upload-locks.ts';

/** How adding bytes ended; `at` is the offset up to which they are durable. */
type Appended =
  | { readonly kind: 'added'; readonly at: number }
  /** The client disconnected. */
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'wrong-checksum' }
  | { readonly kind: 'too-much' };

type Append = {
  readonly id: string;
  readonly body: Readable;
  readonly offset: number;
  /** Final size of the file. */
  readonly end: number;
  readonly checksum: Checksum | null;
  /** Called from time to time with the offset up to which bytes are on disk. */
  readonly onDurable: (offset: number) => void;
};

/** Makes a file read-only for everyone, except on Windows, which could not delete it then. */
export const sealFile = async (file: string) => {
  if (process.platform !== 'win32') await chmod(file, 0o444);
};

const durableEvery = 8 * 1024 * 1024;

export function createUploadFiles(folder: string) {
  mkdirSync(folder, { recursive: true });
  const fileOf = (id: string) => path.join(folder, id);

  async function append({ id, body, offset, end, checksum, onDurable }: Append): Promise<Appended> {
    await chmod(fileOf(id), 0o600); // an earlier attempt to finish it may have sealed it
    const handle = await open(fileOf(id), 'r+');
    const hash = checksum && createHash(checksum.algorithm);
    let at = offset;
    let durable = offset;
    const keep = async () => {
      await handle.datasync();
      durable = at;
      onDurable(durable);
    };
    const write = async (chunk: Buffer) => {
      for (let done = 0; done < chunk.length; )
        done += (await handle.write(chunk, done, chunk.length - done, at + done)).bytesWritten;
      at += chunk.length;
      hash?.update(chunk);
      // With a checksum, nothing counts until everything was compared.
      if (hash === null && at - durable >= durableEvery) await keep();
    };
    try {
      const how = await receive(body, () => end - at, write);
      if (how === 'too-much') return { kind: how };
      if (how === 'cut' && hash !== null) return { kind: how, at: offset };
      if (hash !== null && hash.digest('hex') !== checksum?.digest) return { kind: 'wrong-checksum' };
      await keep();
      return how === 'cut' ? { kind: how, at } : { kind: 'added', at };
    } finally {
      await handle.close();
    }
  }

  return {
    folder,
    locks: createUploadLocks(folder),
    fileOf,
    async create(id: string): Promise<void> {
      await (await open(fileOf(id), 'wx', 0o600)).close();
    },
    append,
    /** Its bytes never change from now on, so the hash stays valid. */
    seal: (id: string) => sealFile(fileOf(id)),
    async hash(id: string): Promise<string> {
      const hash = createHash('sha256');
      await pipeline(createReadStream(fileOf(id), { highWaterMark: 1024 * 1024 }), hash);
      return hash.digest('hex');
    },
    /** Creates a second file with the same bytes; since these never change, a hard link is enough. */
    copy: (id: string, to: string) =>
      link(fileOf(id), fileOf(to)).catch(() =>
        copyFile(fileOf(id), fileOf(to), fileConstants.COPYFILE_FICLONE),
      ),
    remove: (id: string) => rm(fileOf(id), { force: true, recursive: true }),
    list: () => readdir(folder),
  };
}

const cuts = /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/;

/** Reads a body as it arrives; `cut`: the client disconnected, or the transfer was stopped. */
async function receive(body: Readable, room: () => number, write: (chunk: Buffer) => Promise<void>) {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (chunk.length > room()) return 'too-much';
      await write(chunk);
    }
    return 'whole';
  } catch (error) {
    if (body.destroyed && cuts.test(String(Object(error).code))) return 'cut';
    throw error;
  }
}

export type UploadFiles = ReturnType<typeof createUploadFiles>;

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently } from '../platform/storage/files.ts';

const name = /^([0-9a-f]{64})\.glb$/;
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Caches files by SHA-256 in one folder of at most `mostBytes`; the least recently used are dropped first. */
export function createKeptContent({ folder, mostBytes }: { folder: string; mostBytes: number }) {
  /** Sizes, least recently used first. */
  const sizes = new Map<string, number>();
  const fileOf = (sha256: string) => path.join(folder, `${sha256}.glb`);

  async function list(): Promise<void> {
    const found: { sha256: string; bytes: number; usedAt: number }[] = [];
    for (const entry of await readdir(folder).catch(() => [])) {
      const sha256 = name.exec(entry)?.[1];
      const file = path.join(folder, entry);
      const stats = sha256 === undefined ? null : await stat(file).catch(() => null);
      if (sha256 !== undefined && stats?.isFile())
        found.push({ sha256, bytes: stats.size, usedAt: stats.mtimeMs });
      else await rm(file, { force: true }).catch(() => undefined); // left by a killed process
    }
    for (const { sha256, bytes } of found.toSorted((a, b) => a.usedAt - b.usedAt)) sizes.set(sha256, bytes);
  }
  const listed = list();

  async function drop(sha256: string): Promise<void> {
    sizes.delete(sha256);
    await rm(fileOf(sha256), { force: true }).catch(() => undefined);
  }

  function touch(sha256: string): void {
    const bytes = sizes.get(sha256);
    if (bytes === undefined) return;
    sizes.delete(sha256);
    sizes.set(sha256, bytes);
    const now = new Date();
    void utimes(fileOf(sha256), now, now).catch(() => undefined);
  }

  async function makeRoom(bytes: number): Promise<void> {
    let sum = [...sizes.values()].reduce((all, one) => all + one, bytes);
    for (const [sha256, size] of sizes) {
      if (sum <= mostBytes) return;
      sum -= size;
      await drop(sha256);
    }
  }

  return {
    find: (sha256: string) => (sizes.has(sha256) ? fileOf(sha256) : null),
    async has(sha256: string): Promise<boolean> {
      await listed;
      touch(sha256);
      return sizes.has(sha256);
    },
    /** Returns null if the content is not cached, or is damaged. */
    async read(sha256: string): Promise<Buffer<ArrayBuffer> | null> {
      await listed;
      if (!sizes.has(sha256)) return null;
      const bytes = await readFile(fileOf(sha256)).catch(() => null);
      if (bytes !== null && hashOf(bytes) === sha256) {
        touch(sha256);
        return bytes;
      }
      await drop(sha256);
      return null;
    },
    async add(sha256: string, bytes: Uint8Array): Promise<void> {
      await listed;
      if (bytes.length > mostBytes) return;
      await makeRoom(bytes.length);
      await mkdir(folder, { recursive: true });
      await writeFile(`${fileOf(sha256)}.part`, bytes);
      await renamePatiently(`${fileOf(sha256)}.part`, fileOf(sha256));
      sizes.set(sha256, bytes.length);
    },
  };
}

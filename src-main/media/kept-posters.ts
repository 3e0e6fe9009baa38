import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently } from '../platform/storage/files.ts';
import type { Load } from './own-media.ts';

type KeptPostersOptions = {
  readonly folder: string;
  readonly isInLibrary: (guid: string) => boolean;
  readonly load: Load;
};

const posterPath = /^\/posters\/([A-Za-z0-9_-]{1,128})\/(small|medium|large)$/;
/** Large enough for a card of the grid; also used in smaller places. */
const keptSize = 'medium';

/** Detects the type by the first bytes, as the file has no extension. */
function typeOf(bytes: Buffer): string {
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF') return 'image/webp';
  return bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
}

/** Caches a poster of each model in the library for use without a server. */
export function createKeptPosters({ folder, isInLibrary, load }: KeptPostersOptions) {
  // Guids that differ only by case would be one name on some disks.
  const fileOf = (guid: string) =>
    path.join(folder, createHash('sha256').update(guid).digest('hex').slice(0, 32));
  const held = new Set<string>();
  let filling: Promise<void> = Promise.resolve();

  async function find(guid: string): Promise<Buffer | null> {
    const bytes = await readFile(fileOf(guid)).catch(() => null);
    if (bytes !== null) held.add(guid);
    return bytes;
  }

  async function keep(guid: string, response: Response): Promise<void> {
    const file = fileOf(guid);
    await mkdir(folder, { recursive: true });
    await writeFile(`${file}.part`, new Uint8Array(await response.arrayBuffer()));
    await renamePatiently(`${file}.part`, file);
    held.add(guid);
  }

  async function fetchAndKeep(place: string, signal: AbortSignal): Promise<Response> {
    const response = await load(place, signal);
    const [, guid, size] = posterPath.exec(place.split('?', 1)[0] ?? '') ?? [];
    if (guid === undefined || size !== keptSize || response.status !== 200 || !isInLibrary(guid))
      return response;
    const copy = response.clone();
    await keep(guid, copy).catch(() => undefined); // a full disk costs only the poster
    return response;
  }

  async function fillNow(guids: readonly string[]): Promise<void> {
    for (const guid of guids) {
      if (held.has(guid) || !isInLibrary(guid) || (await find(guid)) !== null) continue;
      const place = `/posters/${guid}/${keptSize}`;
      if (posterPath.test(place)) await fetchAndKeep(place, new AbortController().signal);
    }
  }

  return {
    /** Returns the poster at this path of the server, or the cached one of a model in the library. */
    async fetch(place: string, signal: AbortSignal): Promise<Response> {
      const guid = posterPath.exec(place.split('?', 1)[0] ?? '')?.[1];
      const answer = await fetchAndKeep(place, signal).catch((error: unknown) => ({ error }));
      if (guid === undefined || (answer instanceof Response && answer.status === 200)) {
        if (answer instanceof Response) return answer;
        throw answer.error;
      }
      const bytes = isInLibrary(guid) ? await find(guid) : null;
      if (bytes !== null)
        return new Response(new Uint8Array(bytes), {
          headers: {
            'content-type': typeOf(bytes),
            'cache-control': 'no-cache',
            'x-content-type-options': 'nosniff',
          },
        });
      if (answer instanceof Response) return answer;
      throw answer.error;
    },
    /** Fetches missing posters of these models, one at a time. */
    fill(guids: readonly string[]): Promise<void> {
      filling = filling.then(() => fillNow(guids)).catch(() => undefined); // no server; the next call tries again
      return filling;
    },
    async drop(guids: readonly string[]): Promise<void> {
      for (const guid of guids) {
        held.delete(guid);
        await rm(fileOf(guid), { force: true }).catch(() => undefined);
      }
    },
  };
}

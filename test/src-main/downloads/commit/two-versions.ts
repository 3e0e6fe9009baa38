import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createCatalogue, guid, hashOf, scenePath, serveWell } from '../catalogue.ts';

export const folderName = `Brave Knight_${guid}`;
const texturePath = (index: number) => `knight_1k/textures/${index}.png`;

/** One version of the model: every file differs from that of the other version, the fourth texture is large. */
function makeFiles(version: number, largeBytes: number): Record<string, Buffer> {
  const names = [scenePath, ...Array.from({ length: 4 }, (_, index) => texturePath(index))];
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      Buffer.alloc(index === 4 ? largeBytes : 900 + index * 300 + version, `${name} of version ${version} `),
    ]),
  );
}

/** In memory where that is possible: hundreds of rounds wait for a disk otherwise. */
export async function createFastScratch(): Promise<string> {
  const folder = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'lodestock-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Serves a file in pieces, so that the computers take turns. */
const serveSlowly: typeof serveWell = (request, response, content) => {
  if (request.headers.range !== undefined) return serveWell(request, response, content);
  response.writeHead(200, { 'content-length': content.length, etag: `"${hashOf(content)}"` });
  const half = Math.ceil(content.length / 2);
  response.write(content.subarray(0, half), () => setImmediate(() => response.end(content.subarray(half))));
};

export async function createSite() {
  const versions = await Promise.all(
    [1, 2].map(async (version) => {
      const files = makeFiles(version, version === 1 ? 200_000 : 300_000);
      const { server, request } = await createCatalogue({ files, answer: serveSlowly, version });
      return { files, origin: server.origin, request };
    }),
  );
  const [first, second] = versions;
  if (!first || !second) throw new Error('two versions were made');
  return [first, second] as const;
}
export type Version = Awaited<ReturnType<typeof createSite>>[number];

const readModelFile = (library: string, name: string) =>
  readFile(path.join(library, folderName, name)).catch(() => null);

/** The versions that the files of the model belong to; 0 for bytes that no version has, null for an absent file. */
export async function findVersions(library: string, versions: readonly Pick<Version, 'files'>[]) {
  const found = await Promise.all(
    Object.keys(versions[0]?.files ?? {}).map(async (name) => {
      const bytes = await readModelFile(library, name);
      if (bytes === null) return null;
      return versions.findIndex(({ files }) => files[name]?.equals(bytes)) + 1;
    }),
  );
  return [...new Set(found)];
}

export async function readVersion(library: string): Promise<unknown> {
  const receipt = JSON.parse(String(await readModelFile(library, 'model.json')));
  return receipt.version;
}

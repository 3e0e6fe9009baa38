import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import { electronVersion } from './electron-version.ts';

const archiveName = `electron-v${electronVersion}-${process.platform}-${process.arch}.zip`;

/** An archive like those of Electron's releases, whose executable is a script. */
async function createArchive(script: string): Promise<Buffer> {
  const archive = new ZipArchive();
  archive.append(script, { name: 'electron', mode: 0o755 });
  archive.append(`v${electronVersion}`, { name: 'version' });
  // Large enough to be worth telling how far the download is.
  archive.append(Buffer.alloc(3 * 1024 * 1024, 'locale'), { name: 'locales/en.pak', store: true } as const);
  const bytes = buffer(archive);
  await archive.finalize();
  return bytes;
}

export type Mirror = {
  readonly asked: readonly string[];
  /** What Electron's installer needs to use this mirror and its own cache. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => void;
};

/** A mirror of Electron's releases; `damage` changes the archive after its checksum was taken. */
export async function startMirror(script: string, cacheFolder: string, damage = false): Promise<Mirror> {
  const archive = await createArchive(script);
  const sums = `${createHash('sha256').update(archive).digest('hex')} *${archiveName}\n`;
  if (damage) archive[archive.length >> 1] = 0;
  const files = new Map<string, string | Buffer>([
    [`/v${electronVersion}/${archiveName}`, archive],
    [`/v${electronVersion}/SHASUMS256.txt`, sums],
  ]);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const found = files.get(request.url ?? '');
    response.writeHead(found === undefined ? 404 : 200, {
      'content-length': String(Buffer.byteLength(found ?? '')),
    });
    response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  return {
    asked,
    env: {
      ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
      electron_config_cache: cacheFolder,
      // The package knows the checksums of real releases only.
      electron_use_remote_checksums: '1',
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

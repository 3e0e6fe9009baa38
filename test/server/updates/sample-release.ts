import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../helpers/make-folder.ts';

const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

/** Bytes that compress badly and differ by version, as large as a file that the server streams. */
export const packageBytes = (name: string, sizeBytes = 400_000) =>
  createHash('shake256', { outputLength: sizeBytes }).update(name).digest();

type Feeds = Readonly<Record<string, readonly string[]>>;
export const allFeeds = (version: string): Feeds => ({
  'latest.yml': [`Lodestock-Setup-${version}.exe`],
  'latest-mac.yml': [`Lodestock-${version}-mac.zip`, `Lodestock-${version}-arm64-mac.zip`],
  'latest-linux.yml': [`Lodestock-${version}.AppImage`],
});

/** A folder with a release as electron-builder leaves it. */
export function makeRelease(version: string, feeds: Feeds = allFeeds(version)) {
  const folder = makeFolder();
  for (const [feed, names] of Object.entries(feeds)) {
    const files = names.map((name) => {
      const bytes = packageBytes(name);
      writeFileSync(path.join(folder, name), bytes);
      writeFileSync(path.join(folder, `${name}.blockmap`), packageBytes(`${name}.blockmap`, 500));
      return { name, size: bytes.length, sha512: sha512(bytes) };
    });
    const [first] = files;
    writeFileSync(
      path.join(folder, feed),
      [
        `version: ${version}`,
        'files:',
        ...files.flatMap(({ name, size, sha512: digest }) => [
          `  - url: ${name}`,
          `    sha512: ${digest}`,
          `    size: ${size}`,
        ]),
        `path: ${first?.name}`,
        `sha512: ${first?.sha512}`,
        "releaseDate: '2026-11-23T00:00:00.000Z'",
        '',
      ].join('\n'),
    );
  }
  writeFileSync(path.join(folder, 'builder-debug.yml'), 'x64: {}\n');
  return folder;
}

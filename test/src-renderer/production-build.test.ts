import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtPages } from '../helpers/built.ts';

/** React's production build has an address in place of each message. */
const ofProduction = 'https://react.dev/errors/';

test('pages are built as people get them, also where tests ask for the build', () => {
  const scripts = readdirSync(builtPages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(builtPages, file), 'utf8'));

  expect(scripts.some((script) => script.includes(ofProduction))).toBe(true);
  expect(scripts.some((script) => script.includes('Each child in a list should have a unique'))).toBe(false);
});

test('the code of the first view takes at most 140 kB', () => {
  const read = (file: string) => readFileSync(path.join(builtPages, file));
  const ofFrame =
    read('web.html')
      .toString()
      .match(/(?<=")\.\/ui\/[^"]+\.(js|css)(?=")/g) ?? [];
  const pages: Readonly<Record<string, readonly string[]>> = JSON.parse(read('pages.json').toString());

  const files = new Set([...ofFrame, ...(pages.catalogue ?? [])].map((file) => path.normalize(file)));
  const bytes = [...files].map((file) => brotliCompressSync(read(file)).length);

  expect(files.size).toBeGreaterThan(5);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(140_000);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContents } from '../../.ci/package/check-package.ts';
import { builtApp } from '../e2e/driver.ts';
import { builtFolder } from '../helpers/built.ts';

const lowered = path.join(builtApp, 'dist');
const reason = lowered === builtFolder ? 'the Electron here runs the app as it was built' : null;
const addition = 'node-24.js';
const newSyntax = /\bawait using \w/;

/** The JavaScript that Node runs, by its path in the app. */
const readScripts = (dist: string) =>
  ['main', 'server'].flatMap((folder) =>
    readdirSync(path.join(dist, folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => ({
        file: `dist/${folder}/${name}`,
        text: readFileSync(path.join(dist, folder, name), 'utf8'),
      })),
  );

describe.skipIf(reason !== null)(`the lowered app${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  test('leaves the build as it is', () => {
    const built = readScripts(builtFolder);

    expect(built.filter(({ file, text }) => file.endsWith(addition) || text.includes(addition))).toEqual([]);
    expect(built.filter(({ text }) => newSyntax.test(text)).map(({ file }) => file)).toContain(
      'dist/server/start-server.js',
    );
    const own = readScripts(lowered);
    expect(own.map(({ file }) => file)).toContain(`dist/main/${addition}`);
    expect(own.filter(({ text }) => newSyntax.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('is no part of a package', () => {
    const place = path.relative(path.dirname(builtFolder), builtApp).replaceAll(path.sep, '/');
    const files = ['package.json', 'made-from', ...readScripts(lowered).map(({ file }) => file)];
    const contents = ['linux', 'win32', 'darwin'].flatMap(readContents);

    expect(place).toBe('node_modules/.cache/lowered-app');
    const listed = files.filter((file) =>
      contents.some((glob) => path.matchesGlob(`${place}/${file}`, glob)),
    );
    expect(listed).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = ['src-main', 'src-renderer'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|html)$/.test(file))
    .map((file) => ({ file: `${folder}/${file}`, text: read(`${folder}/${file}`) })),
);
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test.each([
  /webSecurity\s*:\s*false/,
  /allowRunningInsecureContent/,
  /experimentalFeatures/,
  /enableBlinkFeatures/,
  /nodeIntegration\w*\s*:\s*true/,
  /contextIsolation\s*:\s*false/,
  /sandbox\s*:\s*false/,
  /webviewTag\s*:\s*true/,
  /<webview/,
  /\bloadFile\(|loadURL\(\s*['"`]file:/,
  /remote\.(require|getGlobal)|@electron\/remote/,
])('has nothing like %s in its sources', (pattern) => {
  expect(sources.length).toBeGreaterThan(100);
  expect(filesWith(pattern)).toEqual([]);
});

test('ships with the fuses that lock it', () => {
  const { asar, electronFuses } = parse(read('electron-builder.yml'));

  expect(asar).toBe(true);
  expect(electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
});

/**
 * Until when Electron's makers mend the major that we ship: they support the newest three, and a new one comes every eight
 * weeks. When this fails, update Electron, and write down its own date.
 */
const supported = { major: 45, until: '2027-04-01' };

test('ships an Electron that is still supported', () => {
  const manifest: { readonly devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    read('package.json'),
  );

  const [major] = (manifest.devDependencies.electron ?? '').split('.');

  expect(Number(major)).toBe(supported.major);
  expect(new Date().toISOString() < supported.until).toBe(true);
});

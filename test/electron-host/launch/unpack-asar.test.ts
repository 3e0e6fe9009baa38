import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unpackAsar } from './unpack-asar.ts';
import { writeAsar } from './write-asar.ts';

let folder = '';
const unpacked: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'asar-test-'));
});
afterEach(() => {
  for (const each of [folder, ...unpacked.splice(0)]) rmSync(each, { recursive: true, force: true });
});

function unpack(archive: string): string {
  const destination = unpackAsar(archive);
  unpacked.push(destination);
  return destination;
}

test('unpacks files in folders with their content', () => {
  const archive = path.join(folder, 'app.asar');
  writeAsar(archive, { 'package.json': '{"name":"é"}', 'dist/main/main.js': 'void 0;' });

  const destination = unpack(archive);

  expect(readFileSync(path.join(destination, 'package.json'), 'utf8')).toBe('{"name":"é"}');
  expect(readFileSync(path.join(destination, 'dist/main/main.js'), 'utf8')).toBe('void 0;');
});

test('leads to files that stayed outside the archive', () => {
  const archive = path.join(folder, 'app.asar');
  mkdirSync(`${archive}.unpacked`);
  writeFileSync(path.join(`${archive}.unpacked`, 'native.node'), 'native');
  writeAsar(archive, { 'native.node': null });

  const destination = unpack(archive);

  expect(readFileSync(path.join(destination, 'native.node'), 'utf8')).toBe('native');
});

test('refuses an archive that was changed afterwards', () => {
  const archive = path.join(folder, 'app.asar');
  writeAsar(archive, { 'main.js': 'safe();' });
  const bytes = readFileSync(archive);
  bytes.write('evil', statSync(archive).size - 'safe();'.length);
  writeFileSync(archive, bytes);

  expect(() => unpack(archive)).toThrow(`${archive} is damaged`);
});

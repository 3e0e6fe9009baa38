import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildMaxPackage, buildMzp, readMaxVersion } from '../../../.ci/build-mzp.ts';
import { script } from './stage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-mzp-'));
afterAll(() => rmSync(folder, { recursive: true }));

const unzip = (...args: string[]) => spawnSync('unzip', args, { encoding: 'utf8' });
const hasUnzip = unzip('-v').status === 0;

test.skipIf(!hasUnzip)(`packs an archive that unzip accepts${hasUnzip ? '' : ' (skipped: no unzip)'}`, () => {
  const file = buildMzp(folder);

  const { status, stdout } = unzip('-t', file);

  expect(stdout).toContain('No errors detected');
  expect(status).toBe(0);
  expect(unzip('-p', file, 'free3d_installer.ms').stdout).toBe(readFileSync(script, 'utf8'));
  expect(unzip('-p', file, 'mzp.run').stdout).toContain('drop "free3d_installer.ms"');
});

test('packs the same bytes every time', () => {
  const first = readFileSync(buildMzp(folder));

  const second = readFileSync(buildMzp(path.join(folder, 'again')));

  expect(second.equals(first)).toBe(true);
});

test('writes a package that names version and script', () => {
  const target = buildMaxPackage(folder);

  const contents = readFileSync(path.join(target, 'PackageContents.xml'), 'utf8');

  expect(contents).toContain(`AppVersion="${readMaxVersion()}"`);
  expect(contents).toContain('ModuleName="./Contents/free3d_installer.ms"');
  expect(readFileSync(path.join(target, 'Contents/free3d_installer.ms'))).toEqual(readFileSync(script));
});

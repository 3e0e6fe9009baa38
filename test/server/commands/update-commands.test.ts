import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommandHere } from '../../helpers/command-here.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { makeRelease, packageBytes } from '../updates/sample-release.ts';

const dataDir = makeFolder();
const source = makeRelease('1.2.0', { 'latest-linux-arm64.yml': ['Lodestock-1.2.0-arm64.AppImage'] });
afterAll(() => {
  for (const folder of [dataDir, source]) rmSync(folder, { recursive: true, force: true });
});
const run = (...args: string[]) => runCommandHere(['updates', ...args], { dataDir });

test('imports a release, and offers it when it is told to', async () => {
  const imported = await run('import', source, '--hold');
  const held = await run('list');
  const offered = await run('offer', '1.2.0');
  const list = await run('list', '--json');

  expect(imported.stdout).toBe(
    'Imported 1.2.0 for Linux (arm64). It is held back. Offer it with "updates offer 1.2.0".\n',
  );
  expect(held.stdout).toMatch(/^Version.+\n1\.2\.0 +Linux \(arm64\) +held back +2/);
  expect(offered).toEqual({ code: 0, stdout: '1.2.0 is no longer held back.\n', stderr: '' });
  expect(JSON.parse(list.stdout)).toEqual({
    releases: [expect.objectContaining({ version: '1.2.0', offered: 'latest, beta' })],
  });
});

test('says in a sentence why a release is refused', async () => {
  const name = 'Lodestock-1.2.0-arm64.AppImage';
  await run('remove', '1.2.0');
  writeFileSync(path.join(source, name), packageBytes('tampered'));

  const { code, stderr } = await run('import', source);

  expect(code).toBe(1);
  expect(stderr).toContain(
    `${name} is not the file of the release: its SHA-512 differs. Copy it once more.\n`,
  );
});

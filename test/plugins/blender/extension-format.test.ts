import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import { blenderProgram, hasExtensions } from './blender-program.ts';
import { makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';

const reason = hasExtensions ? '' : ' (skipped: Blender 4.2 or newer is not installed)';

function scratch() {
  const { folder, remove } = makeFolder();
  onTestFinished(remove);
  return folder;
}

test.skipIf(!hasExtensions)(`is an extension as Blender wants it${reason}`, () => {
  const folder = scratch();
  const { name } = buildBlenderExtension(folder);

  const found = spawnSync(
    blenderProgram,
    ['-b', '--factory-startup', '--command', 'extension', 'validate', path.join(folder, name)],
    { encoding: 'utf8' },
  );

  expect([found.status, `${found.stdout}${found.stderr}`]).toEqual([
    0,
    expect.not.stringContaining('FATAL_ERROR'),
  ]);
});

test.skipIf(!hasExtensions)(`goes online only where Blender lets it${reason}`, async () => {
  const home = scratch();

  const { error } = await runBlender({
    wish: { do: 'offline', server: 'http://127.0.0.1:9', folder: home },
    onLine: () => {},
    home,
    isOffline: true,
  });

  expect(error).toBe(
    'Blender may not go online. Turn on Preferences > System > Network > Allow Online Access.',
  );
});

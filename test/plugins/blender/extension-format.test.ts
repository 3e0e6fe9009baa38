import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import { makeFolder } from './parts.ts';

const [, major, minor] =
  /^Blender (\d+)\.(\d+)/.exec(spawnSync('blender', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
// Older ones have no extensions.
const canValidate = Number(major ?? 0) * 100 + Number(minor ?? 0) >= 402;
const reason = canValidate ? '' : ' (skipped: Blender 4.2 or newer is not installed)';

test.skipIf(!canValidate)(`is an extension as Blender wants it${reason}`, () => {
  const { folder, remove } = makeFolder();
  onTestFinished(remove);
  const { name } = buildBlenderExtension(folder);

  const found = spawnSync(
    'blender',
    ['-b', '--factory-startup', '--command', 'extension', 'validate', path.join(folder, name)],
    { encoding: 'utf8' },
  );

  expect([found.status, `${found.stdout}${found.stderr}`]).toEqual([
    0,
    expect.not.stringContaining('FATAL_ERROR'),
  ]);
});

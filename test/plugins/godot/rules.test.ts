import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { godot, makeProject, reason } from './godot-project.ts';

const versions = [
  ['0.1.9', '0.1.10'],
  ['1.0.0-beta.2', '1.0.0-beta.10'],
  ['1.0.0-beta.2', '1.0.0'],
  ['1.0.0+one', '1.0.0+two'],
  ['2.0.0', '1.9.9'],
];
const good = ['10k/chair.glb', '10k/textures/wood grain.png', '10k/größe.png'];
const bad = [
  ...['../evil.glb', '/etc/evil.glb', '1k\\..\\evil.glb', 'C:/evil.glb', '1k/CON.png', '1k/x. ', '1k//a.png'],
  // What Godot would run, or load as it starts.
  ...['1k/evil.gd', '1k/evil.tscn', '1k/evil.gdextension', '1k/evil.import', '1k/evil'],
  ...['linked/a.png', `1k/${'x'.repeat(240)}.png`],
];

test.skipIf(godot === null)(`knows what is newer, and what must not be written${reason}`, () => {
  const project = makeProject();
  onTestFinished(project.remove);
  mkdirSync(path.join(project.folder, 'lodestock/a_b'), { recursive: true });
  symlinkSync(project.home, path.join(project.folder, 'lodestock/a_b/linked'));
  const titles = ['Oak chair', '..hidden', 'a/b: c?', ' '];

  const script = path.join(import.meta.dirname, 'rules.gd');
  const args = ['--headless', '--no-header', '--path', project.folder, '--script', script];
  const env = {
    ...process.env,
    LODESTOCK_WISH: JSON.stringify({ versions, titles, paths: [...good, ...bad] }),
  };
  const said = execFileSync(godot ?? '', args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

  expect(JSON.parse(said)).toEqual({
    order: [-1, -1, -1, 0, 1],
    refused: bad,
    folders: ['Oak chair_g', 'hidden_g', 'ab c_g', 'Model_g'].map((name) => `res://lodestock/${name}`),
  });
});

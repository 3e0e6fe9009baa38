import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { fromAfar } from '../from-afar.ts';
import { startOverlay } from '../overlay-server.ts';
import { godot, makeProject, reason } from './godot-project.ts';
import { needsGodot } from './set-godot.ts';

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

const file = { name: 'l.zip', url: '9.0.0/l.zip', sizeBytes: 1, sha256: 'a'.repeat(64) };
const feed = { family: 'godot', version: '9.0.0', minHostVersion: '4.4', files: [file] };
const fileAt = (url: string) => ({ ...feed, files: [{ ...file, url }] });
const nothing: readonly unknown[] = [
  'no feed',
  { ...feed, version: '0.9.0' },
  { ...feed, version: '0.8.0' },
  { ...feed, version: 'latest' },
  { ...feed, family: 'unity' },
  { ...feed, minHostVersion: '5.0' },
  { ...feed, files: [{ ...file, sha256: 'abc' }] },
  fileAt('http://192.0.2.1/l.zip'),
  fileAt('//192.0.2.1/l.zip'),
  fileAt('file:///tmp/l.zip'),
];
const offered = [feed, { ...feed, version: '0.8.0', rollback: true }, fileAt('https://example.org/l.zip')];

/** What the plugin's rules say of all this; see rules.gd. */
async function askRules() {
  const project = makeProject();
  onTestFinished(project.remove);
  mkdirSync(path.join(project.folder, 'lodestock/a_b'), { recursive: true });
  symlinkSync(project.home, path.join(project.folder, 'lodestock/a_b/linked'));
  const overlay = await startOverlay();
  onTestFinished(overlay.close);
  const all = [...nothing, ...offered, feed];
  for (const [at, one] of all.entries())
    overlay.answer(new RegExp(`^/${at}/assets`), () => ({ body: JSON.stringify(one) }));
  const servers = [...nothing, ...offered].map((_, at) => `${overlay.baseUrl}/${at}`);
  const afar = `${await fromAfar(overlay.baseUrl)}/${all.length - 1}`;
  const titles = ['Oak chair', '..hidden', 'a/b: c?', ' '];
  const wish = { versions, titles, paths: [...good, ...bad], servers: [...servers, afar] };
  const script = path.join(import.meta.dirname, 'rules.gd');
  const args = ['--headless', '--no-header', '--path', project.folder, '--script', script];
  const env = { ...process.env, LODESTOCK_WISH: JSON.stringify(wish) };
  const { stdout } = await promisify(execFile)(godot ?? '', args, { env });
  return JSON.parse(stdout);
}

let asked: ReturnType<typeof askRules> | undefined;
function askOnce() {
  asked ??= askRules();
  return asked;
}

needsGodot(`knows what is newer, and what must not be written${reason}`, async () => {
  expect(await askOnce()).toMatchObject({
    order: [-1, -1, -1, 0, 1],
    refused: bad,
    folders: ['Oak chair_g', 'hidden_g', 'ab c_g', 'Model_g'].map((name) => `res://lodestock/${name}`),
  });
});

needsGodot(`takes updates only from a feed that can be trusted${reason}`, async () => {
  const { offers } = await askOnce();

  expect(offers.slice(0, nothing.length)).toEqual(nothing.map(() => ({})));
  expect(offers.slice(nothing.length)).toMatchObject([
    { version: '9.0.0', is_back: false, url: expect.stringContaining('/assets/plugins/godot/9.0.0/l.zip') },
    { version: '0.8.0', is_back: true },
    { url: 'https://example.org/l.zip' },
    { refusal: 'Version 9.0.0 is there, but your server does not use https. Ask your admin to set it up.' },
  ]);
});

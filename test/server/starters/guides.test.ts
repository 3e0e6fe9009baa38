import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildStarters } from '../../../.ci/starters/build-starters.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { isOnPath } from '../../helpers/is-on-path.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { readExamples } from './guide-blocks.ts';

const run = promisify(execFile);
const folder = makeFolder();
const syncKey = 'key-of-the-guide';
const library = makeLibraryFolder(simpleModel('Oak chair', { guid: 'oak-chair' }));
buildStarters(path.join(folder, 'starters'));
const server = await startTestServer({
  libraryDir: library.folder,
  startersDir: path.join(folder, 'starters'),
  environment: { LODESTOCK_SYNC_KEY: syncKey },
});

const environment = () => ({
  ...process.env,
  LODESTOCK: server.baseUrl,
  HOST: server.baseUrl,
  LODESTOCK_SYNC_KEY: syncKey,
});
const write = (name: string, code: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, code);
  return file;
};
const runWith = (command: string, file: string) => run(command, [file], { cwd: folder, env: environment() });

/** Runs a program that signs in, and approves what it asks for as soon as it names its code. */
async function runAndApprove(command: string, file: string): Promise<string> {
  const browser = await signInBrowser(server, await registerPerson(server));
  const child = spawn(command, [file], { cwd: path.dirname(file), env: environment() });
  let printed = '';
  let failed = '';
  let approval: Promise<unknown> | null = null;
  child.stderr.on('data', (chunk: Buffer) => {
    failed += String(chunk);
  });
  child.stdout.on('data', (chunk: Buffer) => {
    printed += String(chunk);
    const sessionId = /approve\/([\w-]+)/.exec(printed)?.[1];
    if (sessionId === undefined || !printed.includes('\n', printed.indexOf('approve/'))) return;
    const scopes = ['download:direct' as const, 'scene:import' as const];
    approval ??= server.call('approveSignIn', { sessionId, scopes }, browser);
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect([(await approval) !== null, failed]).toEqual([true, '']);
  return printed;
}

const pythonNote = isOnPath('python3') ? '' : ' (skipped: python3 is not installed)';
test.skipIf(!isOnPath('python3'))(`walks the plugin guide in Python${pythonNote}`, async () => {
  const own = path.join(folder, 'python');
  mkdirSync(own);

  const printed = await runAndApprove(
    'python3',
    write('python/walk.py', readExamples('plugin-guide.md', 'python')),
  );

  const model = path.join(own, 'models/Oak chair_oak-chair');
  const original = path.join(library.folder, 'Oak chair');
  for (const file of ['1k/thing.obj', '1k/thing.mtl', '1k/textures/wood.png'])
    expect(readFileSync(path.join(model, file))).toEqual(readFileSync(path.join(original, file)));
  expect(printed).toContain('Found Oak chair\n');
  expect(printed).toMatch(/\nCharged 0 USD, \d+ left\n/);
  expect(printed).toContain(`Import ${path.join('models/Oak chair_oak-chair', '1k/thing.obj')}`);
});

test('walks the plugin guide with curl', async () => {
  const { stdout } = await runWith(
    'sh',
    write('plugin.sh', `set -e\n${readExamples('plugin-guide.md', 'sh')}`),
  );

  expect(stdout).toContain('"guid":"oak-chair"');
  expect(stdout).toContain('"code":"MODEL_NOT_FOUND"');
});

test.skipIf(!isOnPath('python3'))(`checks for updates as the guide does${pythonNote}`, async () => {
  const feed = await (await fetch(`${server.baseUrl}/assets/plugins/blender/update-feed.json`)).json();
  const guide = readExamples('plugin-guide.md', 'python');
  const code = `${guide.slice(0, guide.indexOf('model = '))}${guide.slice(guide.indexOf('installed = '))}`;

  const { stdout } = await runWith('python3', write('update.py', code));

  const [file] = feed.files;
  expect(stdout).toBe(`Version ${feed.version} arrived complete, ${file.sizeBytes} bytes\n`);
  const content = await (await fetch(`${server.baseUrl}/assets/plugins/blender/${file.name}`)).bytes();
  expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
});

test('looks at a host as the guide does', async () => {
  const { stdout } = await runWith(
    'sh',
    write('worker.sh', `set -e\n${readExamples('worker-guide.md', 'sh')}`),
  );

  expect(stdout).toContain('{"ok":true}{"ok":true}');
  expect(stdout).toContain('"products":1');
});

test('follows a host as the guide does', async () => {
  const { stdout } = await runWith(
    process.execPath,
    write('follow.mjs', readExamples('worker-guide.md', 'js')),
  );

  expect(stdout).toMatch(/^1 products up to offset \d+\n/);
  expect(stdout).toContain('Oak chair: 6 files\n');
});

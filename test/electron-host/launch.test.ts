import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageManifest from '../../package.json' with { type: 'json' };
import { launchOptions } from '../e2e/driver.ts';
import { writeAsar } from './launch/write-asar.ts';
import { whyNoHost } from './launch-fixture.ts';

const hostFolder = import.meta.dirname;
const reason = whyNoHost();
const skipped = reason === null ? '' : ` (skipped: ${reason})`;
const manifest = JSON.stringify({ name: 'probe', version: '2.0.0', type: 'module', main: 'main.js' });
let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'host-launch-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function run(executable: string, args: readonly string[], env: object = {}): SpawnSyncReturns<string> {
  const options = launchOptions(path.join(folder, 'data'));
  return spawnSync(executable, args, { env: { ...options.env, ...env }, encoding: 'utf8', timeout: 120_000 });
}

function writeApp(main: string): string {
  writeFileSync(path.join(folder, 'package.json'), manifest);
  writeFileSync(path.join(folder, 'main.js'), main);
  return folder;
}

const hostExecutable = path.join(hostFolder, 'electron');

test('has the version of the electron package', () => {
  const { stdout } = run(hostExecutable, ['--version']);

  expect(stdout.trim()).toBe(`v${packageManifest.devDependencies.electron}`);
});

test('shares one electron between import and require', () => {
  const app = writeApp(`import { app } from 'electron';
    import { createRequire } from 'node:module';
    console.log(createRequire(import.meta.url)('electron').app === app, app.isPackaged, app.getPath('userData'));
    app.exit(4);`);

  const { stdout, status } = run(hostExecutable, [app, `--user-data-dir=${folder}/data`]);

  expect(stdout.trim()).toBe(`true false ${folder}/data`);
  expect(status).toBe(4);
});

test('says when the main module never comes to its end', () => {
  const app = writeApp(`import { app } from 'electron'; await app.whenReady();`);

  const { stderr, status } = run(hostExecutable, [app]);

  expect(stderr).toContain('the main module waits at its top level');
  expect(status).toBe(1);
});

test('says when no app is named', () => {
  const { stderr, status } = run(hostExecutable, []);

  expect(stderr).toContain('no app was named. Run "electron <folder>".');
  expect(status).toBe(1);
});

test('says how to get a Chromium where there is none', () => {
  const app = writeApp(`import 'electron';`);

  const { stderr, status } = run(process.execPath, [hostExecutable, app], {
    ...{ PATH: '/nowhere', ELECTRON_HOST_CHROMIUM: '' },
  });

  expect(stderr).toContain('no Chromium was found on PATH. Install it');
  expect(status).toBe(1);
});

test.skipIf(reason !== null)(`runs an app packed in an asar${skipped}`, () => {
  cpSync(hostFolder, folder, { recursive: true, filter: (file) => !file.includes('fixtures') });
  const executable = path.join(folder, 'probe');
  cpSync(path.join(folder, 'electron'), executable);
  mkdirSync(path.join(folder, 'resources'));
  const main = `import { readFileSync } from 'node:fs';
    import { app, BrowserWindow } from 'electron';
    app.whenReady().then(async () => {
      const window = new BrowserWindow({});
      await window.loadURL('data:text/html,<title>packed</title>');
      const text = readFileSync(new URL('./data.txt', import.meta.url), 'utf8');
      console.log(app.isPackaged, app.getVersion(), app.getPath('exe'), process.resourcesPath, text);
      app.quit();
    });`;
  writeAsar(path.join(folder, 'resources/app.asar'), {
    'package.json': manifest,
    'main.js': main,
    'data.txt': 'inside',
  });

  const { stdout, status } = run(executable, [`--user-data-dir=${folder}/data`]);

  expect(stdout.trim()).toBe(`true 2.0.0 ${executable} ${folder}/resources inside`);
  expect(status).toBe(0);
});

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rootName } from '../../src-main/library/roots.ts';
import { listPlaces } from '../../src-main/platform/storage/places.ts';
import { electronPath, launchOptions, whyNoElectron } from '../e2e/driver.ts';
import { buildTestApp, startElectron } from './launch-app.ts';
import { createScratch } from './scratch.ts';

const reason = whyNoElectron;

/** Quits when the page has loaded, while the features behind it are still opening. */
const quitsAtOnce = `
import { app } from 'electron';
app.on('browser-window-created', (_event, window) => {
  window.webContents.once('did-finish-load', () => app.quit());
});
`;

async function prepare(before?: string) {
  const [library, userData] = [await createScratch(), await createScratch()];
  const app = buildTestApp(before);
  onTestFinished(() => rmSync(app, { recursive: true, force: true }));
  execFileSync('mkfifo', [path.join(library, rootName)]); // who reads it waits for a writer
  const roots = { [library]: '00000000-0000-4000-8000-000000000000' };
  const places = listPlaces(userData);
  writeFileSync(places.libraries, JSON.stringify({ version: 1, roots }));
  writeFileSync(places.settings, JSON.stringify({ version: 1, ownServer: 'demo', libraryFolder: library }));
  return launchOptions(userData, { app, env: { NODE_OPTIONS: '--no-deprecation' } });
}

describe.skipIf(reason !== null)(`a share that hangs${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test('keeps the app from neither showing its window nor ending', async () => {
    const { electron, firstWindow } = await startElectron(await prepare());
    const child = electron.process();
    onTestFinished(() => void child.kill('SIGKILL'));
    const window = await firstWindow();
    await window.getByRole('heading', { name: 'Ready' }).waitFor();

    const ended = once(child, 'exit');
    await electron.evaluate(({ app: own }) => own.quit()).catch(() => undefined); // it may end before it answers
    await ended;

    expect(child.exitCode ?? child.signalCode).not.toBeNull();
  });

  test('keeps no app from ending that is told to as it starts', async () => {
    const { args, env } = await prepare(quitsAtOnce);
    const child = spawn(electronPath, args, { env });
    onTestFinished(() => void child.kill('SIGKILL'));

    await once(child, 'exit');

    expect(child.exitCode ?? child.signalCode).not.toBeNull();
  });
});

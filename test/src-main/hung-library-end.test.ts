import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rootName } from '../../src-main/library/roots.ts';
import { listPlaces } from '../../src-main/platform/storage/places.ts';
import { launchOptions, whyNoElectron } from '../e2e/driver.ts';
import { buildTestApp, startElectron } from './launch-app.ts';
import { createScratch } from './scratch.ts';

const reason = whyNoElectron;

describe.skipIf(reason !== null)(`a share that hangs${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test('keeps the app from neither showing its window nor ending', async () => {
    const [library, userData] = [await createScratch(), await createScratch()];
    const app = buildTestApp();
    onTestFinished(() => rmSync(app, { recursive: true, force: true }));
    execFileSync('mkfifo', [path.join(library, rootName)]); // who reads it waits for a writer
    const roots = { [library]: '00000000-0000-4000-8000-000000000000' };
    const places = listPlaces(userData);
    writeFileSync(places.libraries, JSON.stringify({ version: 1, roots }));
    writeFileSync(places.settings, JSON.stringify({ version: 1, ownServer: 'demo', libraryFolder: library }));
    const env = { NODE_OPTIONS: '--no-deprecation' };
    const { electron, firstWindow } = await startElectron(launchOptions(userData, { app, env }));
    const child = electron.process();
    onTestFinished(() => void child.kill('SIGKILL'));
    const window = await firstWindow();
    await window.getByRole('heading', { name: 'Ready' }).waitFor();

    const ended = once(child, 'exit');
    await electron.evaluate(({ app: own }) => own.quit()).catch(() => undefined); // it may end before it answers
    await ended;

    expect(child.exitCode ?? child.signalCode).not.toBeNull();
  });
});

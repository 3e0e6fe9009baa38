import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { builtApp, electronProgram, whyNoElectron } from '../e2e/driver.ts';
import { createScratch } from './scratch.ts';

const reason = process.getuid?.() === 0 ? whyNoElectron : 'only root can try it';
const run = promisify(execFile);

test.skipIf(reason !== null)(
  `the app does not run as root${reason ? ` (skipped: ${reason})` : ''}`,
  async () => {
    const folder = await createScratch();
    const refused = {
      code: 1,
      stderr: expect.stringContaining('Lodestock does not run as root. Start it as an ordinary user.\n'),
    };

    // Without the switch, Electron says so itself, before the app is read.
    const app = [builtApp, '--no-sandbox', `--user-data-dir=${folder}`];
    await expect(run(electronProgram, app)).rejects.toMatchObject(refused);
  },
);

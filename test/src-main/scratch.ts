import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that goes with the test. */
export async function createScratch(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'lodestock-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

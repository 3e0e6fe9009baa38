import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that goes with the test. */
export async function createScratch(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'lodestock-test-')));
  // What a test does not wait for may write a last file meanwhile.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

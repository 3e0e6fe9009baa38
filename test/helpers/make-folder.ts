import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterUse } from './after-use.ts';

/** An empty folder, which is removed after the test, or after the file where it is made outside of tests. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-test-'));
  afterUse(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
  return folder;
}

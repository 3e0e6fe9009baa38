import path from 'node:path';
import { builtDir } from '../../server/base/built-dir.ts';
import { isBuildStale } from '../../src-main/dev/build-if-stale.ts';

/** Threads start sooner from what the build made; where a source is newer, they start from the sources. */
export default async function preferBuiltThreads(): Promise<void> {
  if (!(await isBuildStale())) process.env.LODESTOCK_TEST_THREADS = path.join(builtDir, 'server');
}

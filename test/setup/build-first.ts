import { buildIfStale } from '../../src-main/dev/build-if-stale.ts';
import { startElectron } from '../electron/start-electron.ts';
import preferBuiltThreads from './prefer-built-threads.ts';

/** Tests that start processes and browsers run what the build made, so it is made first where a source is newer. */
export default async function buildFirst(): Promise<() => Promise<void>> {
  await buildIfStale();
  await preferBuiltThreads();
  return startElectron();
}

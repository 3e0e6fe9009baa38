import { homedir } from 'node:os';
import path from 'node:path';

/** Where the tests keep what they fetch and compile once; outside of the clone, and readable by the user who runs the app. */
export const cacheFolder =
  process.getuid?.() === 0
    ? '/var/cache/lodestock-tests'
    : path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'lodestock-tests');

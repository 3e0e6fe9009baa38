import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const enoughBytes = 64 * 1024 * 1024;

/** What V8 does when short of memory; an ordinary collection leaves many pages almost empty. */
const thorough = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/**
 * Collects the garbage of an idle thread with a large heap. V8 collects only on allocation: after a scan of 100,000
 * models, three quarters of the heap would stay allocated for nothing.
 */
export function giveMemoryBack(): void {
  if (getHeapStatistics().total_heap_size < enoughBytes) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect(thorough);
}

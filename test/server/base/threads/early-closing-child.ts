import { entryFile, startThread } from '../../../../server/base/threads/start.ts';
import type { IndexThread } from '../../../../server/catalogue/search/engine/state/index-thread.ts';

/** A process that closes threads on a database at every moment of their start. */
const data = { file: process.argv[2] ?? '', snapshotFile: null, progress: new Int32Array(1) };
for (let waitMs = 0; waitMs < 120; waitMs += 4) {
  const thread = startThread<IndexThread>(entryFile('index-thread'), { data });
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  await thread.close();
}
console.log('closed');

import { startThread } from '../../../../server/catalogue/engine/thread-calls.ts';

/** A process that closes threads on a database at every moment of their start. */
const data = { file: process.argv[2], snapshotFile: null };
for (let waitMs = 0; waitMs < 120; waitMs += 4) {
  const thread = startThread('index-thread', data);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  await thread.close();
}
console.log('closed');

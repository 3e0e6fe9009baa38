import { openBeside } from '../../../../base/db/open-database.ts';
import { serveThread, type ThreadType } from '../../../../base/threads/serve.ts';
import { createIndexBuilder } from './index-builder.ts';
import { createIndexCalls, type IndexCalls } from './index-calls.ts';

type IndexThreadData = {
  readonly file: string;
  readonly snapshotFile: string | null;
  /** A single number: the progress of a build, in percent. */
  readonly progress: Int32Array;
};
export type IndexThread = ThreadType<IndexThreadData, IndexCalls>;

await serveThread<IndexThread>(({ data: { file, snapshotFile, progress }, isEnding }) => {
  const db = openBeside(file);
  db.pragma('busy_timeout = 5000');
  const onProgress = (percent: number) => Atomics.store(progress, 0, percent);
  const builder = createIndexBuilder(db, snapshotFile, { isEnding, onProgress });
  return { calls: createIndexCalls(builder), end: () => void db.close() };
});

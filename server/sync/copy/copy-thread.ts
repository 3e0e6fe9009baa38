import { copyFileSync } from 'node:fs';
import { knownSchema } from '../../base/db/migrate.ts';
import { codeOf } from '../../base/storage/storage-fault.ts';
import { serveThread, type ThreadType } from '../../base/threads/serve.ts';
import { type CopyHead, measurePart } from './copy-head.ts';
import { writeCopy } from './write-copy.ts';

type Files = { readonly database: string; readonly index: string };
type CopyCalls = {
  copy(from: Files, to: Files): Promise<CopyHead>;
};
export type CopyThread = ThreadType<null, CopyCalls>;

function copyIndex(from: string, to: string): boolean {
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
}

await serveThread<CopyThread>(() => ({
  calls: {
    async copy(from, to) {
      // In this order, changes during the copy are in the database, and the index picks them up from there.
      const hasIndex = copyIndex(from.index, to.index);
      writeCopy(from.database, to.database);
      const database = await measurePart(to.database);
      return { schema: knownSchema, database, index: hasIndex ? await measurePart(to.index) : null };
    },
  },
}));

import { open } from 'node:fs/promises';
import path from 'node:path';
import { changedFile, type LibraryFiles } from '../host/library-files.ts';

/** Rendered posters as the sender of files wants them. Their names are their SHA-256, so their size tells enough. */
export function createPosterFiles(folder: string): LibraryFiles {
  const locate: LibraryFiles['locate'] = async (_model, file) => path.join(folder, file.relativePath);
  const requireSame: LibraryFiles['requireSame'] = (_model, file, found) => {
    if (found.size !== BigInt(file.sizeBytes))
      throw changedFile(file, new Error(`it has ${found.size} bytes, not ${file.sizeBytes}`));
  };
  return {
    locate,
    requireSame,
    open: async (model, file) =>
      open(await locate(model, file), 'r').catch((cause: unknown) => {
        throw changedFile(file, cause);
      }),
    async requireIntact(model, file) {
      const handle = await this.open(model, file);
      try {
        requireSame(model, file, await handle.stat({ bigint: true }));
      } finally {
        await handle.close();
      }
    },
  };
}

import {
  createLibraryRoots,
  KnownRoots,
  type LibraryRoots,
  type RootsOptions,
} from '../../../src-main/library/roots.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

/** What a computer knows of libraries, in its own file. */
export async function createRoots(options: RootsOptions = {}): Promise<LibraryRoots> {
  const { log } = createMemoryLog();
  const file = `${await createScratch()}/libraries.json`;
  return createLibraryRoots(createJsonFile({ file, schema: KnownRoots, log }), options);
}

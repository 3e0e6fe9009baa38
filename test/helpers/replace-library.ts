import { readdirSync } from 'node:fs';
import type { LibraryFolder } from './library-folder.ts';
import { forgetModels } from './table-kinds.ts';
import type { TestServer } from './test-server.ts';

type Opened = { readonly library: LibraryFolder; readonly server: TestServer };

/** Gives a server other models, as if it had never had those before: starting one takes far longer than reading a few files. */
export async function replaceLibrary(
  { library, server }: Opened,
  files: Parameters<LibraryFolder['write']>[0],
) {
  for (const entry of readdirSync(library.folder)) library.remove(entry);
  forgetModels(server.db);
  library.write(files);
  await server.scan();
}

import { afterAll } from 'vitest';
import type { LibraryFolder } from './library-folder.ts';
import { startTestServer, type TestServer } from './test-server.ts';

type Options = NonNullable<Parameters<typeof startTestServer>[0]> & {
  readonly library?: Pick<LibraryFolder, 'folder' | 'remove'>;
};

/** A server for all tests of a file. It ends after them, and its library on the disk as well. */
export async function shareTestServer({ library, ...options }: Options = {}): Promise<TestServer> {
  const opened: { server?: TestServer } = {};
  afterAll(async () => {
    await opened.server?.close();
    library?.remove();
  });
  opened.server = await startTestServer({ ...(library && { libraryDir: library.folder }), ...options });
  return opened.server;
}

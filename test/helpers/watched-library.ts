import { createProblems } from '../../server/catalogue/write/problems.ts';
import { type LibraryFolder, makeLibraryFolder } from './library-folder.ts';
import { startTestServer } from './test-server.ts';

type Model = {
  readonly guid: string;
  readonly folder: string;
  readonly title: string;
  readonly version: number;
};

/** A server that follows its library on its own, and what its catalogue shows. */
export async function startWatchedLibrary(
  files: Readonly<Record<string, string | Uint8Array>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const library: LibraryFolder = makeLibraryFolder(files);
  const server = await startTestServer({
    libraryDir: library.folder,
    environment: { LODESTOCK_WATCH: 'true', LODESTOCK_QUIET_SECONDS: '0.3', ...environment },
  });
  const models = () =>
    server.db.prepare<[], Model>('SELECT guid, folder, title, version FROM model ORDER BY folder').all();
  const problems = () =>
    createProblems(server.db)
      .list()
      .map(({ path, kind }) => `${kind} ${path}`);
  return {
    library,
    server,
    models,
    problems,
    titles: () => models().map(({ title }) => title),
  };
}

/** Looks until a condition holds; fails by the test's own time limit when it never does. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

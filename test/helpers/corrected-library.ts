import { outlive } from './after-use.ts';
import { makeLibraryFolder, objText } from './library-folder.ts';
import { replaceLibrary } from './replace-library.ts';
import { registerPerson, startTestServer } from './test-server.ts';

type Files = Parameters<typeof makeLibraryFolder>[0];

/** A server on a library of these files, with an admin who looks at it. */
export async function openCorrectedLibrary(
  files: Files,
  mode: 'auto' | 'review' | '' = 'auto',
  environment: Readonly<Record<string, string>> = {},
) {
  const library = makeLibraryFolder(files);
  const server = await startTestServer({
    libraryDir: library.folder,
    environment: { LODESTOCK_RECOGNISE: mode, ...environment },
  });
  const { token } = await registerPerson(server);
  const look = async (folder = '') => (await server.call('adminLibrary', { folder }, { token })).body;
  const allModels = () =>
    server.db
      .prepare<[], { guid: string; title: string; folder: string; category: string; version: number }>(
        'SELECT guid, title, folder, category, version FROM model ORDER BY title',
      )
      .all();
  const titles = () => allModels().map(({ title }) => title);
  return { library, server, token, look, allModels, titles };
}

/**
 * Opens libraries one after the other, each instead of the one before, on a server for each mode and environment: starting
 * one takes far longer than reading a few files.
 */
export function reuseCorrectedLibraries() {
  const kept = new Map<string, Awaited<ReturnType<typeof openCorrectedLibrary>>>();
  return async (...wish: Parameters<typeof openCorrectedLibrary>) => {
    const [files, ...settings] = wish;
    const name = JSON.stringify(settings);
    const known = kept.get(name);
    const opened = known ?? (await outlive('file', () => openCorrectedLibrary(...wish)));
    kept.set(name, opened);
    if (known !== undefined) await replaceLibrary(known, files ?? {});
    return opened;
  };
}

/** Three models in one folder, of which somebody may want to make one. */
export const parts = {
  'Robot/head.obj': objText(4, 'head'),
  'Robot/arm.obj': objText(5, 'arm'),
  'Robot/leg.obj': objText(6, 'leg'),
};

import path from 'node:path';
import { createProblems } from '../../server/catalogue/write/problems.ts';
import { createLibraryPool, type LibraryPool } from '../../server/library/scan/library-pool.ts';
import { scanLibrary } from '../../server/library/scan/scan-library.ts';
import { openFreshDatabase } from './fresh-database.ts';
import { type LibraryFolder, makeLibraryFolder } from './library-folder.ts';

/** A library with these files, a database next to it, and what a scan shows of both; closed after the test. */
export function makeScannedLibrary(files: Readonly<Record<string, string | Uint8Array>>) {
  const library = makeLibraryFolder(files);
  return { library, ...openScanner(library) };
}

/** The same, once it was scanned. */
export async function scannedLibrary(files: Parameters<typeof makeScannedLibrary>[0]) {
  const scanned = makeScannedLibrary(files);
  await scanned.scan();
  return scanned;
}

/** One for all tests of a process, as its thread takes longer to start than to read a few files. */
let sharedPool: LibraryPool | undefined;

function openScanner(library: LibraryFolder) {
  const db = openFreshDatabase(path.join(library.folder, '.db', 'lodestock.db'));
  sharedPool ??= createLibraryPool({ size: 1 });
  const pool = sharedPool;
  let inspected = 0;
  const counting: LibraryPool = {
    ...pool,
    visit: async (job) => {
      const visited = await pool.visit(job);
      if (visited.kind === 'model' || visited.kind === 'models') inspected += visited.filesRead;
      return visited;
    },
  };
  const ones = new Set<string>();
  const folders = { libraryDir: library.folder, ones };
  const options = { db, pool: counting, ...folders, defaultPriceCents: 100, clock: Date.now };
  const models = () =>
    db
      .prepare<[], Record<string, unknown>>(
        'SELECT guid, folder, title, version, category, triangles, price_cents FROM model ORDER BY folder',
      )
      .all();
  const files = () =>
    db
      .prepare<[], Record<string, unknown>>(
        'SELECT relative_path, format, lod, role, variant, needs, triangles FROM file ORDER BY model_id, relative_path',
      )
      .all();
  const problems = () =>
    createProblems(db)
      .list()
      .map(({ path: where, kind }) => `${kind} ${where}`)
      .sort();
  return {
    db,
    /** Scans everything, or these folders as a watcher names them. */
    scan: (only?: readonly string[]) => scanLibrary({ ...options, ...(only && { only }) }),
    ...{ models, files, problems },
    inspected: () => inspected,
  };
}

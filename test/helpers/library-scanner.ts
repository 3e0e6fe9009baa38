import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/open-database.ts';
import { createInspectionPool, type InspectionPool } from '../../server/host/inspect/inspection-pool.ts';
import { createProblems } from '../../server/host/scan/problems.ts';
import { scanLibrary } from '../../server/host/scan/scan-library.ts';
import { type LibraryFolder, makeLibraryFolder } from './library-folder.ts';

/** A library with these files, a database beside it, and what a scan shows of both; closed after the test. */
export function makeScannedLibrary(files: Readonly<Record<string, string | Uint8Array>>) {
  const library = makeLibraryFolder(files);
  return { library, ...openScanner(library) };
}

function openScanner(library: LibraryFolder) {
  const db = openDatabase(path.join(library.folder, '.db', 'lodestock.db'));
  const pool = createInspectionPool({ size: 1 });
  onTestFinished(async () => {
    await pool.close();
    db.close();
    library.remove();
  });
  let inspected = 0;
  const counting: InspectionPool = {
    ...pool,
    visit: async (job) => {
      const visited = await pool.visit(job);
      if (visited.kind === 'model') inspected += visited.filesRead;
      return visited;
    },
  };
  const options = { db, pool: counting, libraryDir: library.folder, defaultPriceCents: 100, clock: Date.now };
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
  return { db, scan: () => scanLibrary(options), models, files, problems, inspected: () => inspected };
}

import path from 'node:path';
import { z } from 'zod';
import { createProblems } from '../catalogue/write/problems.ts';
import { openCrashMarks } from '../inspect/crash-marks.ts';
import { createLibraryPool } from '../library/scan/library-pool.ts';
import { scanLibrary } from '../library/scan/scan-library.ts';
import { defineCommand } from './define-command.ts';

const noteEvery = 5000;

export const ingestLibrary = defineCommand({
  name: 'ingest',
  summary: 'Scan the library once and list its problems; exits with 1 if there are any',
  input: z.object({}),
  async run(_, { config, clock, openDb, note }) {
    const { libraryDir, defaultPriceCents } = config;
    const db = openDb();
    const pool = createLibraryPool({ marks: openCrashMarks(path.join(config.dataDir, 'reading')) });
    let notedAt = clock();
    const onProgress = ({ done, total }: { done: number; total: number }) => {
      if (clock() - notedAt < noteEvery) return;
      notedAt = clock();
      note(`${done} of ${total}`);
    };
    try {
      const result = await scanLibrary({ db, pool, libraryDir, defaultPriceCents, clock, onProgress });
      const problems = createProblems(db).list();
      const lines = problems.map(({ path, kind, reason }) => `${path || libraryDir} (${kind}): ${reason}`);
      const counts = `${result.models} models, ${result.changed} changed, ${result.removed} removed, ${problems.length} problems`;
      return {
        text: [...lines, counts].join('\n'),
        json: { ...result, problems },
        exitCode: problems.length > 0 ? 1 : 0,
      };
    } finally {
      await pool.close();
    }
  },
});

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ServedLibrary } from './serve-library.ts';
import type { Candidate } from './weights-tried.ts';

const run = promisify(execFile);
const at = (file: string) => path.join(import.meta.dirname, file);
const Answers = z.array(z.array(z.string()));

/** The ten best ids for each query, with other constants than the engine's own, in a process of their own. */
export async function askCandidate(
  { weights }: Candidate,
  { database, idOf }: Pick<ServedLibrary, 'database' | 'idOf'>,
  queries: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const file = `${database}.queries.json`;
  writeFileSync(file, JSON.stringify(queries));
  const { stdout } = await run(
    process.execPath,
    ['--import', at('other-weights.ts'), at('try-weights.ts'), database, file],
    {
      // Threads from the sources too: only there are the constants a module of their own.
      env: { ...process.env, LODESTOCK_TEST_THREADS: '', LODESTOCK_TRIED_WEIGHTS: JSON.stringify(weights) },
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  return Answers.parse(JSON.parse(stdout)).map((guids) => guids.map(idOf));
}

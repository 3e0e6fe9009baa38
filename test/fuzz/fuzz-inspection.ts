import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { textOf } from '../../server/contract/sentence.ts';
import { createInspectionPool } from '../../server/inspect/inspection-pool.ts';
import { type FuzzOutcome, hangs } from './fuzz-outcome.ts';
import type { FuzzedFile } from './fuzzed-files.ts';

/** Reads files in the threads of the server that the desktop app brings. */
export async function* fuzzInspection(
  files: Iterable<FuzzedFile>,
  patience = hangs,
): AsyncGenerator<FuzzOutcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-fuzz-'));
  const pool = createInspectionPool({ size: 1, stallMs: patience });
  try {
    for (const { name, format, bytes } of files) {
      const file = path.join(folder, `model.${format}`);
      writeFileSync(file, bytes);
      const start = performance.now();
      const { problem } = await pool.inspect(file, format);
      const reason = textOf(problem ?? '');
      const took = performance.now() - start;
      const isHung = took > patience;
      const isCrash = / could not be checked: /.test(reason);
      const kind = isHung ? 'hung' : isCrash ? 'crashed' : problem === null ? 'shown' : 'refused';
      yield { name, format, kind, reason, took, silence: 0 };
    }
  } finally {
    await pool.close();
    rmSync(folder, { recursive: true });
  }
}

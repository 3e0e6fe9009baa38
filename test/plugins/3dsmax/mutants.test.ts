import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { readMutants } from '../read-mutants.ts';
import { walks } from './mutant-walks.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { script } from './stage.ts';

const { stage, openMax } = prepareStage();
const source = readFileSync(script, 'utf8');

for (const { what, from, to, walk, reason } of readMutants(import.meta.dirname)) {
  maxTest(`notices ${what}`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-mutant-'));
    const file = path.join(folder, 'free3d_installer.ms');
    writeFileSync(
      file,
      source.replace(from, () => to),
    );
    const session = await openMax();

    const walked = walks[walk]?.(session, stage(), file);

    expect(source).toContain(from);
    await expect(walked).rejects.toThrow(reason);
    rmSync(folder, { recursive: true });
  });
}

maxTest('finds no fault in the script itself', async () => {
  for (const meet of Object.values(walks)) {
    stage().overlay.clear();
    stage().fault.set('none');
    await meet(await openMax(), stage(), script);
  }
});

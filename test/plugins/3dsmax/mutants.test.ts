import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { mutants, walks } from './mutants.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { script } from './stage.ts';

const { stage, openMax } = prepareStage();
const source = readFileSync(script, 'utf8');

for (const [what, from, to, meet, reason] of mutants) {
  maxTest(`notices ${what}`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-mutant-'));
    const file = path.join(folder, 'free3d_installer.ms');
    writeFileSync(
      file,
      source.replace(from, () => to),
    );
    const session = await openMax();

    const walked = meet(session, stage(), file);

    expect(source).toContain(from);
    await expect(walked).rejects.toThrow(reason);
    rmSync(folder, { recursive: true });
  });
}

maxTest('finds no fault in the script itself', async () => {
  for (const meet of walks) {
    stage().overlay.clear();
    stage().fault.set('none');
    await meet(await openMax(), stage(), script);
  }
});

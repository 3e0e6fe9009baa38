import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { script } from './stage.ts';
import { walkThrough } from './walk.ts';

const { stage, openMax } = prepareStage();
const source = readFileSync(script, 'utf8');

/** Mistakes that only the simulated 3ds Max notices: what is changed into what, and what it says on the walk. */
const mutants = [
  {
    what: 'an FBX import that asks',
    from: 'importFile target #noPrompt using:FBXIMP',
    to: 'importFile target using:FBXIMP',
    reason: 'opens a dialog',
  },
  {
    what: 'an FBX plug-in that is not loaded',
    from: 'pluginManager.loadClass FBXIMP',
    to: '',
    reason: 'before FBXIMP is loaded',
  },
  {
    what: 'waiting for an answer',
    from: 'while not task.IsCompleted do',
    to: 'while false do',
    reason: 'stops 3ds Max until an answer comes',
  },
  {
    what: 'a proxy on the way to this computer',
    from: 'handler.UseProxy = not (',
    to: 'handler.UseProxy = true or (',
    reason: 'by way of a proxy',
  },
  {
    what: 'a dialog that is too high',
    from: 'width:460 height:620',
    to: 'width:340 height:700',
    reason: 'does not fit a screen',
  },
];

for (const { what, from, to, reason } of mutants) {
  maxTest(`notices ${what}`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-mutant-'));
    const file = path.join(folder, 'free3d_installer.ms');
    writeFileSync(
      file,
      source.replace(from, () => to),
    );

    const walked = walkThrough(await openMax(), stage(), file);

    expect(source).toContain(from);
    await expect(walked).rejects.toThrow(reason);
    rmSync(folder, { recursive: true });
  });
}
